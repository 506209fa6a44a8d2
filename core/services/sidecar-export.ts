import { randomBytes } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { errorCode } from '../domain/error-code.ts';
import type { SidecarSeal } from '../domain/sidecar-seal.ts';
import { nameOnDisk, sidecarPath } from '../domain/sidecar-path.ts';
import { sidecarMark, xmpSidecar } from '../domain/xmp-sidecar.ts';
import { writeWholeFile } from '../plugin-api/toolkit/index.ts';
import { removeStale } from './stale-sidecars.ts';
import type { EditedPhotoRow, EditedPhotos } from '../store/photos/edited-photos.ts';

/** Result of an export, by paths in the folder. */
export interface SidecarReport {
  readonly written: number;
  /** The number of sidecars that were already up to date. */
  readonly unchanged: number;
  /** The number of removed sidecars, of photos whose edits were undone. */
  readonly removed: number;
  /** Files of other programs, which were not overwritten. */
  readonly foreign: readonly string[];
  /** The number of sidecars that are newer than the photo's file in its store. */
  readonly newer: number;
  /** Photos whose file changed after the last edit. */
  readonly older: readonly string[];
  /** The number of photos whose file has no known modification time. */
  readonly unknown: number;
}

interface Dependencies {
  readonly photos: EditedPhotos;
  readonly seal: SidecarSeal;
  readonly version: string;
}

/** The number of photos to read at a time: some milliseconds. */
const page = 200;
const namesPage = 5000;
/** The number of bytes at the start of a file that contain the mark of our sidecars. */
const head = 256;

/** Writes the edits of photos as XMP sidecars, for other programs. */
export class SidecarExport {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Replaces each file atomically, and only reads the library. Sidecars of photos without edits are deleted at the end, but
   * only unmodified ones that were written at this path under the same signing secret.
   * @param folder created if it is missing
   * @param force overwrites files of other programs
   * @throws errors of the disk, or the reason of `signal`
   */
  async run(folder: string, { force, signal }: { force: boolean; signal: AbortSignal }): Promise<SidecarReport> {
    const doubles = await this.#doubles(signal);
    const counts = { written: 0, unchanged: 0, newer: 0, unknown: 0 };
    const foreign: string[] = [];
    const older: string[] = [];
    const currentPaths = new Set<string>();
    await mkdir(folder, { recursive: true });
    for (let last = 0; ;) {
      const photos = this.#with.photos.after(last, page);
      for (const photo of photos) {
        signal.throwIfAborted();
        const parts = sidecarPath(photo, doubles.has(nameOnDisk(photo.name)));
        const relativePath = parts.join('/');
        currentPaths.add(onDisk(relativePath));
        const text = this.#with.seal.sealed(relativePath, this.#text(photo));
        const outcome = await this.#write(join(folder, ...parts), text, force);
        if (outcome === 'foreign') {
          foreign.push(relativePath);
          continue;
        }
        counts[outcome] += 1;
        if (photo.modifiedAt === null) counts.unknown += 1;
        else if (photo.modifiedAt > photo.editedAt) older.push(relativePath);
        else counts.newer += 1;
      }
      const end = photos.at(-1);
      if (!end) break;
      last = end.id;
    }
    const removed = await removeStale(folder, {
      stays: (path) => currentPaths.has(onDisk(path)),
      isOurs: async (path) => this.#with.seal.isSealed(path, (await readIfThere(join(folder, path))) ?? ''),
      signal,
    });
    return { ...counts, removed, foreign, older };
  }

  /**
   * The file names that several photos of the library share. This includes photos without edits, since one may be edited
   * later.
   */
  async #doubles(signal: AbortSignal): Promise<Set<string>> {
    const editedNames = new Set<string>();
    for (let last = 0; ;) {
      const photos = this.#with.photos.after(last, page);
      for (const { name } of photos) editedNames.add(nameOnDisk(name));
      await setImmediate();
      signal.throwIfAborted();
      const end = photos.at(-1);
      if (!end) break;
      last = end.id;
    }
    const seen = new Set<string>();
    const doubles = new Set<string>();
    for (let last = 0; ;) {
      const names = this.#with.photos.namesAfter(last, namesPage);
      for (const name of names.map((photo) => nameOnDisk(photo.name))) {
        if (!editedNames.has(name)) continue;
        if (seen.has(name)) doubles.add(name);
        seen.add(name);
      }
      await setImmediate();
      signal.throwIfAborted();
      const end = names.at(-1);
      if (!end) return doubles;
      last = end.id;
    }
  }

  #text(photo: EditedPhotoRow): string {
    const { takenAt, takenAtLocal, lat, lng, orientation } = photo;
    const facts = {
      time: photo.isRedated === 1 ? { takenAt, takenAtLocal } : null,
      position: lat === null || lng === null ? null : { lat, lng },
      orientation: typeof orientation === 'number' ? orientation : 1,
    };
    return xmpSidecar({ ...photo, ...facts }, this.#with.version);
  }

  async #write(path: string, text: string, force: boolean): Promise<'written' | 'unchanged' | 'foreign'> {
    const existing = await readIfThere(path);
    if (existing === text) return 'unchanged';
    if (existing !== null && !existing.slice(0, head).includes(sidecarMark) && !force) return 'foreign';
    await mkdir(dirname(path), { recursive: true });
    const part = join(dirname(path), `.${randomBytes(6).toString('hex')}.part`);
    await writeWholeFile(path, text, { part, exclusive: true, flush: true });
    return 'written';
  }
}

/** A key for a path on disks that ignore case or the Unicode form of accents. */
const onDisk = (path: string): string => path.normalize('NFC').toLowerCase();

/** The maximum size of a sidecar in bytes; a longer file is not ours. */
const longest = 1024 * 1024;

/** The beginning of the file; null if it is missing. */
async function readIfThere(path: string): Promise<string | null> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (!file) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(longest), 0, longest, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
