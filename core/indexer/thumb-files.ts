import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { thumbPath } from '../domain/thumb-path.ts';
import { storageTrouble } from './trouble.ts';

/** The folder of thumbnails. Failures are trouble with the disk, never a photo's fault. */
export class ThumbFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Writes a thumbnail so that a reader sees the old one or the new one, and never half of one. */
  async write(photoId: number, webp: Uint8Array): Promise<void> {
    const path = thumbPath(this.#folder, photoId);
    const temporary = `${path}.new`;
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(temporary, webp);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw storageTrouble(error);
    }
  }

  async remove(photoId: number): Promise<void> {
    try {
      await rm(thumbPath(this.#folder, photoId), { force: true });
    } catch (error) {
      throw storageTrouble(error);
    }
  }
}
