import { hkdfSync } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

/** The keys of the files in one folder: each file has its own, so that none can stand for another of whatever folder. */
export class CacheKeys {
  readonly #key: Uint8Array;
  readonly #folder: string;

  /** @param key 32 bytes, of which a copy is kept */
  constructor(key: Uint8Array, folder: string) {
    this.#key = Uint8Array.from(key);
    // Where the library is may change. Each filling of an index has a folder with a name of its own, two levels up.
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
