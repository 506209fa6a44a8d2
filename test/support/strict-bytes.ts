import { expect } from 'chai';
import type { ByteSource } from '../../core/plugin-api/toolkit/index.ts';

/** Bytes in memory with the limits of a file: no reads before its start, and none of a negative length. */
export class StrictBytes implements ByteSource {
  readonly #bytes: Buffer;
  /** The number of bytes requested, and of reads. */
  asked = 0;
  reads = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get size(): number {
    return this.#bytes.length;
  }

  read(start: number, length: number): Promise<Buffer> {
    this.reads += 1;
    if (!Number.isSafeInteger(start) || !Number.isSafeInteger(length) || start < 0 || length < 0) {
      expect.fail(`${length} bytes are read from ${start}`);
    }
    this.asked += Math.min(length, Math.max(0, this.size - start));
    return Promise.resolve(this.#bytes.subarray(start, start + length));
  }
}
