import { Pieces } from './pieces.ts';

/** A picture in memory. */
export interface BufferedPicture {
  readonly pieces: Pieces;
  /** SHA-1 of the bytes: 40 lower-case hexadecimal digits. */
  readonly sha1: string;
}

interface Entry extends BufferedPicture {
  users: number;
}

/** Too many pictures are being read and sent, so there is no memory for more bytes. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

/**
 * A cache with a memory limit for pictures that are being read or sent, and for recent ones while there is memory. A
 * picture in use is never evicted, and counts only once for all of its readers.
 */
export class PictureStore {
  /** Bytes. */
  readonly limit: number;
  readonly #entries = new Map<string, Entry>();
  #used = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Bytes that are in use now. */
  get used(): number {
    return this.#used;
  }

  /** A cached picture; the caller must call `end`. */
  use(key: string): { picture: BufferedPicture; end: () => void } | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // Moves it to the end, since the least recently used picture is evicted first.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.users += 1;
    let isEnded = false;
    return {
      picture: entry,
      end: () => {
        if (isEnded) return;
        isEnded = true;
        entry.users -= 1;
        // A newer version may have replaced it in the meantime.
        if (entry.users === 0 && this.#entries.get(key) !== entry) this.#free(entry);
      },
    };
  }

  /** Reserves memory for bytes that are being read. @throws NoRoom */
  reserve(bytes: number): void {
    for (const [key, entry] of this.#entries) {
      if (this.#used + bytes <= this.limit) break;
      if (entry.users > 0) continue;
      this.#entries.delete(key);
      this.#free(entry);
    }
    if (this.#used + bytes > this.limit) throw new NoRoom();
    this.#used += bytes;
  }

  /** Releases reserved bytes that are not cached. */
  release(bytes: number): void {
    this.#used -= bytes;
  }

  /** Caches a picture whose bytes were reserved. */
  keep(key: string, picture: BufferedPicture): void {
    const before = this.#entries.get(key);
    this.#entries.set(key, { ...picture, users: 0 });
    if (before?.users === 0) this.#free(before);
  }

  #free({ pieces }: Entry): void {
    this.#used -= pieces.size;
    pieces.clear();
  }
}
