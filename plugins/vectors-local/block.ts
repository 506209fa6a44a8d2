import type { FloatProduct, QuantisedProduct } from './products.ts';
import type { VectorFile } from './vector-file.ts';

/**
 * Rows are stored in blocks of this many: 32 MB at 512 dimensions. A product covers at most one block, so that a search can
 * be cancelled, or let another one run, in between; a changed vector rewrites its whole block on disk.
 */
export const blockRows = 16_384;

/** Products and rows of one block. Rows are counted from the start of the block. */
export interface Block {
  /** Approximate scores of all rows, with the error limited by `bound`. @returns `[count, rows]` */
  scores(queries: Float32Array, count: number): Promise<Float32Array>;
  bound(query: Float32Array): number;
  /** Copies a row's vector to `target`. */
  read(row: number, target: Float32Array): void;
  readonly memoryBytes: number;
}

/** The rounding error of a float32 dot product of two unit vectors with `dimensions` terms, in any order of addition. */
export const floatBound = (dimensions: number): number => dimensions * 2 ** -23;

/** Vectors in memory, which can be changed. */
export class OpenBlock implements Block {
  readonly kind = 'open';
  readonly vectors: Float32Array;
  readonly #dimensions: number;
  readonly #product: FloatProduct;
  /** Rows below this one are or were in use. */
  used = 0;
  /** The file with the same content as the block; null if there is none, or the block has changed since. */
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

  /** Erases a row's vector from memory and, when the block is saved next, from disk. */
  erase(row: number): void {
    const vector = this.vectors.subarray(row * this.#dimensions, (row + 1) * this.#dimensions);
    if (vector.every((value) => value === 0)) return;
    vector.fill(0);
    this.file = null;
  }
}

/**
 * A full block: 8-bit vectors in memory, and the exact ones in a file. It is immutable, but is replaced by one without the
 * vectors of deleted rows.
 */
export class SealedBlock implements Block {
  readonly kind = 'sealed';
  /** Whether the file still contains vectors of deleted rows. */
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

  /** Up to this fraction of the rows, reading them from the file costs less than a product with all of them. */
  get worthReading(): number {
    return this.#file.worthReading;
  }

  get memoryBytes(): number {
    // A byte per value, and a float32 per 64 values.
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

  /** The vectors of all rows, including deleted ones. */
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
