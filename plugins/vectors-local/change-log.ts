import type { PackedOperations } from './packing.ts';

interface Change {
  readonly sequence: bigint;
  readonly batches: readonly PackedOperations[];
  readonly bytes: number;
}

/** What the log may hold: three times what the process saves at once, at 512 dimensions. */
const mostBytes = 96 * 1024 * 1024;

/**
 * The changes that the process made but did not save yet. After a sudden end of the process they are made again, so that
 * nobody who followed the index notices.
 */
export class ChangeLog {
  #changes: Change[] = [];
  #bytes = 0;
  /** The log holds all that was made after this. */
  #from: bigint;
  #to: bigint;

  constructor(watermark: bigint) {
    this.#from = watermark;
    this.#to = watermark;
  }

  /** How far the changes in the log lead. */
  get end(): bigint {
    return this.#to;
  }

  add(sequence: bigint, batches: readonly PackedOperations[]): void {
    const bytes = batches.reduce((sum, batch) => sum + bytesOf(batch), 0);
    this.#changes.push({ sequence, batches, bytes });
    this.#bytes += bytes;
    this.#to = sequence;
    while (this.#bytes > mostBytes) this.#forgetOldest();
  }

  /**
   * The process saved all up to `sequence`. The changes of that sequence stay: when there are several, they may have been
   * made in part, and making one twice does no harm.
   */
  saved(sequence: bigint): void {
    const first = this.#changes.findIndex((change) => change.sequence === sequence);
    for (let count = first; count > 0; count -= 1) this.#forgetOldest();
  }

  /**
   * What to do after beginning at `watermark`, in its order.
   * @returns null when the log does not reach back so far
   */
  after(watermark: bigint): readonly Change[] | null {
    if (watermark === this.#from) return this.#changes;
    const first = this.#changes.findIndex((change) => change.sequence === watermark);
    return first < 0 ? null : this.#changes.slice(first);
  }

  #forgetOldest(): void {
    const oldest = this.#changes.shift();
    if (!oldest) return;
    this.#bytes -= oldest.bytes;
    this.#from = oldest.sequence;
  }
}

function bytesOf(operations: PackedOperations): number {
  const columns: readonly ArrayBufferView[] = Object.values(operations);
  return columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
