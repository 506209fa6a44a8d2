import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PictureFolder } from '../media/picture-folder.ts';
import { writeWholeFile } from '../plugin-api/toolkit/index.ts';
import { storageError } from './transient-error.ts';

/** Writes thumbnails, or crops of faces. Errors are errors of the disk, never of a photo. */
export class PictureFiles {
  readonly #kept: PictureFolder;

  constructor(pictures: PictureFolder) {
    this.#kept = pictures;
  }

  /** Writes a picture atomically: readers see the old one or the new one. */
  async write(id: number, picture: Uint8Array): Promise<void> {
    const path = this.#kept.pathOf(id);
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeWholeFile(path, this.#kept.seal.close(id, picture), { part: `${path}.new` });
    } catch (error) {
      throw storageError(error);
    }
  }

  /** Null if the picture is missing or unusable. */
  async read(id: number): Promise<Uint8Array | null> {
    try {
      return await this.#kept.read(id);
    } catch (error) {
      throw storageError(error);
    }
  }

  /** Whether there is a usable picture. */
  async has(id: number): Promise<boolean> {
    return (await this.read(id)) !== null;
  }

  async remove(id: number): Promise<void> {
    try {
      await rm(this.#kept.pathOf(id), { force: true });
    } catch (error) {
      throw storageError(error);
    }
  }
}
