import { isSealed, NotAuthentic, seal, unseal } from '../plugin-api/toolkit/index.ts';

/**
 * Encrypts the pictures of one folder if the library is encrypted. A file that was not written for that id counts as
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

  /** The bytes of a file. */
  close(id: number, picture: Uint8Array): Uint8Array {
    return this.#key ? seal(this.#key, `${this.#kind}/${id}`, picture) : picture;
  }

  /** A picture; null for an empty file or one of zeros, which a loss of power may leave, and for one that is not authentic. */
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
