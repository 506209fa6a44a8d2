import { hkdfSync } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

/** The keys of the files in one folder. Each file has its own, so that files cannot be exchanged, even between folders. */
export class CacheKeys {
  readonly #key: Uint8Array;
  readonly #folder: string;

  /** @param key 32 bytes, which are copied */
  constructor(key: Uint8Array, folder: string) {
    this.#key = Uint8Array.from(key);
    // Only two levels of the path are used, since a library may be moved. Each rebuild of an index has a uniquely named
    // folder two levels up.
    this.#folder = join(basename(dirname(folder)), basename(folder));
  }

  of(file: string): Uint8Array {
    if (this.#key.every((byte) => byte === 0)) throw new Error('This key was wiped.');
    const purpose = `photofinch vector cache v1 ${this.#folder}/${file}`;
    return new Uint8Array(hkdfSync('sha256', this.#key, '', purpose, 32));
  }

  wipe(): void {
    this.#key.fill(0);
  }
}
