import type { FileRange } from '../../driver.ts';

/** The bytes of a picture in the chunks in which they arrived, since joining them would need the same memory again. */
export class Pieces {
  readonly #pieces: Uint8Array[] = [];
  #size = 0;

  /** Bytes. */
  get size(): number {
    return this.#size;
  }

  push(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#size += piece.byteLength;
  }

  /** Releases the bytes. */
  clear(): void {
    this.#pieces.length = 0;
  }

  *part({ start, end }: FileRange): Generator<Uint8Array, void, void> {
    let at = 0;
    for (const piece of this.#pieces) {
      const from = Math.max(start - at, 0);
      const to = Math.min(end + 1 - at, piece.byteLength);
      if (from < to) yield piece.subarray(from, to);
      at += piece.byteLength;
      if (at > end) return;
    }
  }
}
