import { isSealed, NotAuthentic, seal, unseal } from '../plugin-api/toolkit/index.ts';

/**
 * Encrypts the pictures of one folder if the library is encrypted. A file that was not written for its id counts as
 * missing: these pictures are made again.
 */
export class PictureSeal {
  readonly #kind: 'thumbnails' | 'faces';
  readonly #key: Uint8Array | null;

  /** @param key null in a plain library */
  constructor(kind: 'thumbnails' | 'faces', key: Uint8Array | null) {
    this.#kind = kind;
    this.#key = key;
  }

  /** The content of a picture's file. */
  close(id: number, picture: Uint8Array): Uint8Array {
    return this.#key ? seal(this.#key, `${this.#kind}/${id}`, picture) : picture;
  }

  /**
   * The picture in a file; null for a file that is empty or all zeros, which a power failure may leave, and for one that is
   * not authentic.
   */
  open(id: number, file: Buffer): Buffer | null {
    if (file.every((byte) => byte === 0)) return null;
    if (!this.#key) return isSealed(file) ? null : file;
    try {
      return unseal(this.#key, `${this.#kind}/${id}`, file);
    } catch (error) {
      if (error instanceof NotAuthentic) return null;
      throw error;
    }
  }
}
