import { createHash, randomBytes } from 'node:crypto';
import { mkdir, opendir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ThumbnailSize, thumbnailSizes } from '../../contract.ts';

interface Shown {
  readonly uid: string;
  readonly rev: string;
}

/** Where the previews of a bridge lie in its data folder. */
export const previewsFolder = (dataDir: string): string => join(dataDir, 'previews');

/** Where a preview is kept inside `folder`. A photo with other bytes has another rev, and so another preview. */
export function previewFile(folder: string, { uid, rev }: Shown, size: ThumbnailSize): string {
  const shelf = createHash('sha256').update(uid).digest('hex').slice(0, 2);
  const content = createHash('sha256').update(rev).digest('hex').slice(0, 32);
  // In hexadecimal: case may not count on the disk.
  return join(folder, shelf, `${Buffer.from(uid).toString('hex')}-${content}-${size}.webp`);
}

/** Keeps previews on the disk, as a cloud keeps those that were made when the photos came to it. */
export class PreviewShelf {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined when there is none, or none that can be read: it is made anew then. */
  async get(photo: Shown, size: ThumbnailSize): Promise<Buffer | undefined> {
    return readFile(previewFile(this.#folder, photo, size)).catch(() => undefined);
  }

  /** Whole or not at all, also when the process is killed. A disk that is full costs another making, and no picture. */
  async put(photo: Shown, size: ThumbnailSize, picture: Buffer): Promise<void> {
    const file = previewFile(this.#folder, photo, size);
    const unfinished = `${file}.${randomBytes(4).toString('hex')}`;
    try {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(unfinished, picture);
      await rename(unfinished, file);
    } catch {
      await rm(unfinished, { force: true }).catch(() => undefined);
    }
  }

  /** Removes previews of photos that are gone or have other bytes now, and what a killed process left unfinished. */
  async tidy(photoOf: (uid: string) => Shown | undefined, signal: AbortSignal): Promise<void> {
    for await (const shelf of namesIn(this.#folder)) {
      for await (const name of namesIn(join(this.#folder, shelf))) {
        if (signal.aborted) return;
        const file = join(this.#folder, shelf, name);
        const photo = photoOf(Buffer.from(name.split('-', 1)[0] ?? '', 'hex').toString());
        const isOf = (size: ThumbnailSize): boolean =>
          photo !== undefined && file === previewFile(this.#folder, photo, size);
        if (!thumbnailSizes.some(isOf)) await rm(file, { force: true });
      }
    }
  }
}

/** None when the folder is not there. */
async function* namesIn(folder: string): AsyncGenerator<string> {
  const directory = await opendir(folder).catch(() => undefined);
  if (!directory) return;
  for await (const { name } of directory) yield name;
}
