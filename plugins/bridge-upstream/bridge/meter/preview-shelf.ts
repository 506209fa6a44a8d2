import { createHash, createHmac, randomBytes } from 'node:crypto';
import { mkdir, opendir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isSealed, overwriteFile, seal, unseal, writeWholeFile } from 'photofinch/plugin-api/toolkit';
import { type ThumbnailSize, thumbnailSizes } from '../../contract.ts';

interface PhotoVersion {
  readonly uid: string;
  readonly rev: string;
}

/** The folder of the previews in the data folder of a bridge. */
export const previewsFolder = (dataDir: string): string => join(dataDir, 'previews');

/**
 * The path of a preview in `folder`. It depends on the photo's revision, so changed bytes have another preview. With a key,
 * the name does not reveal whether the store contains a known picture.
 */
export function previewFile(folder: string, { uid, rev }: PhotoVersion, size: ThumbnailSize, key: Key = null): string {
  const shelf = createHash('sha256').update(uid).digest('hex').slice(0, 2);
  const digest = key ? createHmac('sha256', key) : createHash('sha256');
  const content = digest.update(rev).digest('hex').slice(0, 32);
  // Hexadecimal, since file systems may be case-insensitive.
  return join(folder, shelf, `${Buffer.from(uid).toString('hex')}-${content}-${size}.webp`);
}

/** The key of a vault, 32 bytes; null if previews are not encrypted. */
type Key = Uint8Array | null;

/** Stores previews on disk, like a cloud store that creates them at upload. */
export class PreviewShelf {
  readonly #folder: string;
  readonly #key: () => Promise<Key>;

  /** @param key called each time, since the key may only be known once the store is available */
  constructor(folder: string, key: () => Promise<Key> = () => Promise.resolve(null)) {
    this.#folder = folder;
    this.#key = key;
  }

  /** Undefined if the preview is missing, unreadable or damaged: it is then created again. */
  async get(photo: PhotoVersion, size: ThumbnailSize): Promise<Buffer | undefined> {
    try {
      const key = await this.#key();
      const bytes = await readFile(previewFile(this.#folder, photo, size, key));
      return key ? unseal(key, sealedName(photo, size), bytes) : bytes;
    } catch {
      return undefined;
    }
  }

  /** Writes atomically. Errors such as a full disk are ignored: the preview is then created again when needed. */
  async put(photo: PhotoVersion, size: ThumbnailSize, picture: Buffer): Promise<void> {
    const key = await this.#key();
    const file = previewFile(this.#folder, photo, size, key);
    const part = `${file}.${randomBytes(4).toString('hex')}`;
    const write = async (): Promise<void> => {
      await mkdir(dirname(file), { recursive: true });
      await writeWholeFile(file, key ? seal(key, sealedName(photo, size), picture) : picture, { part });
    };
    await write().catch(() => undefined);
  }

  /** Removes previews of removed or changed photos, and incomplete files of a killed process. */
  async tidy(photoOf: (uid: string) => PhotoVersion | undefined, signal: AbortSignal): Promise<void> {
    const key = await this.#key();
    for await (const shelf of namesIn(this.#folder)) {
      for await (const name of namesIn(join(this.#folder, shelf))) {
        if (signal.aborted) return;
        const file = join(this.#folder, shelf, name);
        const photo = photoOf(Buffer.from(name.split('-', 1)[0] ?? '', 'hex').toString());
        const isOf = (size: ThumbnailSize): boolean =>
          photo !== undefined && file === previewFile(this.#folder, photo, size, key);
        if (thumbnailSizes.some(isOf)) continue;
        // A plain file from before previews of vaults were encrypted.
        if (key && !(await isSealedFile(file))) await overwriteFile(file, signal);
        await rm(file, { force: true });
      }
    }
  }
}

const sealedName = ({ uid, rev }: PhotoVersion, size: ThumbnailSize): string => `${uid}/${rev}/${size}`;

const isSealedFile = async (file: string): Promise<boolean> => isSealed(await readFile(file));

/** Empty if the folder does not exist. */
async function* namesIn(folder: string): AsyncGenerator<string> {
  const directory = await opendir(folder).catch(() => undefined);
  if (!directory) return;
  for await (const { name } of directory) yield name;
}
