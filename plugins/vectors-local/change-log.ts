import type { PackedOperations } from './packing.ts';

interface Change {
  readonly sequence: bigint;
  readonly batches: readonly PackedOperations[];
  readonly bytes: number;
}

/** The most bytes in the log: three times what the process saves at once, at 512 dimensions. */
const maxBytes = 96 * 1024 * 1024;

/**
 * The changes that the process has applied but not saved yet. If the process dies, they are applied again, so that the
 * caller does not notice.
 */
export class ChangeLog {
  #changes: Change[] = [];
  #bytes = 0;
  /** The log contains all changes after this one. */
  #from: bigint;
  #to: bigint;

  constructor(watermark: bigint) {
    this.#from = watermark;
    this.#to = watermark;
  }

  /** The sequence number of the last change in the log. */
  get end(): bigint {
    return this.#to;
  }

  add(sequence: bigint, batches: readonly PackedOperations[]): void {
    const bytes = batches.reduce((sum, batch) => sum + bytesOf(batch), 0);
    this.#changes.push({ sequence, batches, bytes });
    this.#bytes += bytes;
    this.#to = sequence;
    while (this.#bytes > maxBytes) this.#forgetOldest();
  }

  /**
   * To be called when the process has saved everything up to `sequence`. Changes with that number are kept: if there are
   * several, only some may have been applied, and applying one twice does no harm.
   */
  saved(sequence: bigint): void {
    const first = this.#changes.findIndex((change) => change.sequence === sequence);
    for (let count = first; count > 0; count -= 1) this.#forgetOldest();
  }

  /**
   * The changes to apply after restarting at `watermark`, in order.
   * @returns null if the log does not reach back that far
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
