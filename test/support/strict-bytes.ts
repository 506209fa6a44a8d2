import { expect } from 'chai';
import type { ByteSource } from '../../core/plugin-api/toolkit/index.ts';

/** Bytes in memory that are read as a file is: nothing before its start, and no less than no bytes. */
export class StrictBytes implements ByteSource {
  readonly #bytes: Buffer;
  /** Bytes that were asked for, and how often. */
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
