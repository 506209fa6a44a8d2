import { Pieces } from './pieces.ts';

/** A picture in memory. */
export interface HeldPicture {
  readonly pieces: Pieces;
  /** SHA-1 of the bytes: 40 lower-case hexadecimal digits. */
  readonly sha1: string;
}

interface Entry extends HeldPicture {
  users: number;
}

/** Too many pictures are being read and sent: there is no room for more bytes. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

/**
 * Cache with a memory limit for pictures that are being read or sent, and for recent ones as long as there is room. A
 * picture in use is never evicted, and counts once for all its readers.
 */
export class PictureStore {
  /** Bytes. */
  readonly limit: number;
  readonly #entries = new Map<string, Entry>();
  #used = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Bytes that are held now. */
  get used(): number {
    return this.#used;
  }

  /** A picture that is held; to be ended. */
  use(key: string): { picture: HeldPicture; end: () => void } | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // Moves it to the end: the least recently used is evicted first.
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
        // Another may have come in its place.
        if (entry.users === 0 && this.#entries.get(key) !== entry) this.#free(entry);
      },
    };
  }

  /** Counts bytes that are being read. @throws NoRoom */
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

  /** Releases reserved bytes that are not kept. */
  release(bytes: number): void {
    this.#used -= bytes;
  }

  /** Keeps a picture whose bytes were reserved. */
  keep(key: string, picture: HeldPicture): void {
    const before = this.#entries.get(key);
    this.#entries.set(key, { ...picture, users: 0 });
    if (before?.users === 0) this.#free(before);
  }

  #free({ pieces }: Entry): void {
    this.#used -= pieces.size;
    pieces.clear();
  }
}
