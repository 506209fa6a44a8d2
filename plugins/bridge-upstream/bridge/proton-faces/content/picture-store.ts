import { Pieces } from './pieces.ts';

/** A picture in memory. */
export interface HeldPicture {
  readonly pieces: Pieces;
  /** Of the bytes: 40 lower-case hexadecimal digits. */
  readonly sha1: string;
}

interface Entry extends HeldPicture {
  users: number;
}

/** There is no room for more bytes: too many pictures are being read and sent. */
export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

/**
 * The memory that pictures may take, those that are being read and sent, and those that were, as long as there is room. A
 * picture in use is never let go of, and counts once, however many read it.
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
    // The one that was used last is let go of last.
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

  /** Gives back bytes that were reserved and are not kept. */
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
