import type { FloatProduct, QuantisedProduct } from './products.ts';
import type { VectorFile } from './vector-file.ts';

/**
 * Rows are kept in blocks of this many: 32 MB at 512 dimensions. One product is a block at most, so that a search can be
 * given up and another one can go first in between; a change on disk rewrites a block at least.
 */
export const blockRows = 16_384;

/** Products and rows of one block. Rows are counted from the block's first. */
export interface Block {
  /** Scores of all rows, as far from the exact ones as `bound` says. @returns `[count, rows]` */
  scores(queries: Float32Array, count: number): Promise<Float32Array>;
  bound(query: Float32Array): number;
  /** Copies a row's vector to `target`. */
  read(row: number, target: Float32Array): void;
  readonly memoryBytes: number;
}

/** The rounding of a float32 product of `dimensions` terms of unit vectors, whatever the order of the additions. */
export const floatBound = (dimensions: number): number => dimensions * 2 ** -23;

/** Vectors in memory, which may change. */
export class OpenBlock implements Block {
  readonly kind = 'open';
  readonly vectors: Float32Array;
  readonly #dimensions: number;
  readonly #product: FloatProduct;
  /** Rows below this one were used once. */
  used = 0;
  /** The file that holds what the block holds; null when there is none, or it holds something else by now. */
  file: string | null = null;

  constructor(dimensions: number, product: FloatProduct) {
    this.#dimensions = dimensions;
    this.#product = product;
    this.vectors = new Float32Array(blockRows * dimensions);
  }

  get memoryBytes(): number {
    return this.used * this.#dimensions * 4;
  }

  scores(queries: Float32Array, count: number): Promise<Float32Array> {
    return this.#product.scores(queries, count, this.vectors, this.used);
  }

  bound(): number {
    return floatBound(this.#dimensions);
  }

  read(row: number, target: Float32Array): void {
    target.set(this.vectors.subarray(row * this.#dimensions, (row + 1) * this.#dimensions));
  }

  write(row: number, vector: Float32Array): void {
    this.vectors.set(vector, row * this.#dimensions);
    this.used = Math.max(this.used, row + 1);
    this.file = null;
  }

  /** Nothing is left of a row's vector, neither here nor, once the block is saved, on disk. */
  erase(row: number): void {
    const vector = this.vectors.subarray(row * this.#dimensions, (row + 1) * this.#dimensions);
    if (vector.every((value) => value === 0)) return;
    vector.fill(0);
    this.file = null;
  }
}

/**
 * A full block: 8-bit vectors in memory, and the exact ones in a file. It does not change, but is replaced by one without the
 * vectors of rows that went.
 */
export class SealedBlock implements Block {
  readonly kind = 'sealed';
  /** Whether the file still has vectors of rows that are not in use any more. */
  hasLeftovers = false;
  readonly #file: VectorFile;
  readonly #product: QuantisedProduct;
  readonly #dimensions: number;

  constructor(file: VectorFile, product: QuantisedProduct, dimensions: number) {
    this.#file = file;
    this.#product = product;
    this.#dimensions = dimensions;
  }

  get file(): string {
    return this.#file.name;
  }

  get used(): number {
    return blockRows;
  }

  /** Up to this share of the rows, reading them from the file costs less than a product with all of them. */
  get worthReading(): number {
    return this.#file.worthReading;
  }

  get memoryBytes(): number {
    // A byte a value, and a float32 for each 64 of them.
    return Math.round(blockRows * this.#dimensions * (1 + 4 / 64));
  }

  scores(queries: Float32Array, count: number): Promise<Float32Array> {
    return this.#product.scores(queries, count);
  }

  bound(query: Float32Array): number {
    return this.#product.bound(query) + floatBound(this.#dimensions);
  }

  read(row: number, target: Float32Array): void {
    this.#file.read(row, target);
  }

  /** The vectors of all rows, also of those that are not in use any more. */
  readAll(): Float32Array {
    const vectors = new Float32Array(blockRows * this.#dimensions);
    this.#file.read(0, vectors);
    return vectors;
  }

  async close(): Promise<void> {
    this.#file.close();
    await this.#product.release();
  }
}
