import { readFile } from 'node:fs/promises';
import { errorCode } from '../domain/error-code.ts';
import type { PictureSeal } from './picture-seal.ts';

/** A folder of small pictures, named by the id of a row: thumbnails, or crops of faces. */
export class PictureFolder {
  readonly pathOf: (id: number) => string;
  readonly seal: PictureSeal;

  constructor(pathOf: (id: number) => string, seal: PictureSeal) {
    this.pathOf = pathOf;
    this.seal = seal;
  }

  /** Null if the picture is missing or unusable: see `PictureSeal.open`. */
  async read(id: number): Promise<Buffer | null> {
    try {
      return this.seal.open(id, await readFile(this.pathOf(id)));
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      throw error;
    }
  }

  /** Whether there is a file that is not the picture: it is damaged, or was copied there. */
  async isDamaged(id: number): Promise<boolean> {
    try {
      const file = await readFile(this.pathOf(id));
      return file.length > 0 && this.seal.open(id, file) === null;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
    }
  }
}
