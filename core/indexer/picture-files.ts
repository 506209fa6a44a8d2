import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { storageError } from './transient-error.ts';

/**
 * A folder of pictures that are named by the id of a row: thumbnails, or crops of faces. Failures are trouble with the
 * disk, never a photo's fault.
 */
export class PictureFiles {
  readonly #pathOf: (id: number) => string;

  constructor(pathOf: (id: number) => string) {
    this.#pathOf = pathOf;
  }

  /** Writes a picture so that a reader sees the old one or the new one, and never half of one. */
  async write(id: number, picture: Uint8Array): Promise<void> {
    const path = this.#pathOf(id);
    const temporary = `${path}.new`;
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(temporary, picture);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw storageError(error);
    }
  }

  /** Null when it is not there. */
  async read(id: number): Promise<Uint8Array | null> {
    try {
      const picture = await readFile(this.#pathOf(id));
      return picture.length > 0 ? picture : null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw storageError(error);
    }
  }

  /** Whether the picture is there. A disk that lost its power may leave an empty file. */
  async has(id: number): Promise<boolean> {
    try {
      return (await stat(this.#pathOf(id))).size > 0;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw storageError(error);
    }
  }

  async remove(id: number): Promise<void> {
    try {
      await rm(this.#pathOf(id), { force: true });
    } catch (error) {
      throw storageError(error);
    }
  }
}
