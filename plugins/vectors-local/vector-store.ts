import { blockRows, OpenBlock, type SealedBlock } from './block.ts';
import type { FloatProduct } from './products.ts';
import { RowTable, type RowFacts } from './row-table.ts';

/** The minimum fraction of rows in use for sealing a block, and for keeping it sealed. */
const worthSealing = 0.75;
const worthKeeping = 0.5;

/** The rows of an index: a table of their attributes, and their vectors in blocks. */
export class VectorStore {
  readonly table = new RowTable();
  readonly blocks: (OpenBlock | SealedBlock)[] = [];
  readonly dimensions: number;
  readonly product: FloatProduct;
  /** Larger indexes have full blocks with 8 bits per value. */
  readonly #floatRows: number;
  /** Empty rows of open blocks; the last one is used next. */
  #free: number[] = [];

  constructor(dimensions: number, product: FloatProduct, floatRows = Infinity) {
    this.dimensions = dimensions;
    this.product = product;
    this.#floatRows = floatRows;
  }

  put(id: number, vector: Float32Array, facts: RowFacts): void {
    let row = this.table.rowOf(id);
    if (row !== undefined && this.#blockOf(row).kind === 'sealed') {
      this.remove(id);
      row = undefined;
    }
    row ??= this.#emptyRow();
    this.#write(row, vector);
    this.table.set(row, id, facts);
  }

  describe(id: number, facts: RowFacts): void {
    const row = this.table.rowOf(id);
    if (row !== undefined) this.table.describe(row, facts);
  }

  remove(id: number): void {
    const row = this.table.rowOf(id);
    if (row === undefined) return;
    this.table.clear(row);
    const block = this.#blockOf(row);
    if (block.kind === 'sealed') {
      block.hasLeftovers = true;
      return;
    }
    block.erase(row % blockRows);
    this.#free.push(row);
  }

  /** Copies a row's vector to `target`. */
  read(row: number, target: Float32Array): void {
    this.#blockOf(row).read(row % blockRows, target);
  }

  /** The number of rows in use, per block. */
  liveCounts(): Uint32Array {
    const counts = new Uint32Array(this.blocks.length);
    for (let row = 0; row < this.table.length; row += 1) {
      if (this.table.isLive(row)) counts[Math.floor(row / blockRows)]! += 1;
    }
    return counts;
  }

  /** To be called after loading: empty rows can be used again. */
  collectFreeRows(): void {
    this.#free = [];
    for (let row = this.table.length - 1; row >= 0; row -= 1) {
      if (!this.table.isLive(row) && this.#blockOf(row).kind === 'open') this.#free.push(row);
    }
  }

  /** Open blocks that can be sealed to 8 bits per value, once their vectors are in a file. */
  sealable(): number[] {
    if (this.table.live <= this.#floatRows) return [];
    const live = this.liveCounts();
    return [...this.blocks.keys()].filter((index) => {
      const block = this.blocks[index]!;
      return block.kind === 'open' && block.used === blockRows && live[index]! >= blockRows * worthSealing;
    });
  }

  /** Replaces a block with a sealed one that has the same vectors. */
  async seal(index: number, block: SealedBlock): Promise<void> {
    const before = this.blocks[index]!;
    this.blocks[index] = block;
    if (before.kind === 'sealed') await before.close();
    this.#free = this.#free.filter((row) => Math.floor(row / blockRows) !== index);
  }

  /** Sealed blocks with too few rows in use. */
  sparse(): number[] {
    const live = this.liveCounts();
    return [...this.blocks.keys()].filter(
      (index) => this.blocks[index]!.kind === 'sealed' && live[index]! < blockRows * worthKeeping,
    );
  }

  /** Moves the rows of a sealed block to open ones, and replaces it by an empty open block. */
  async empty(index: number): Promise<void> {
    const block = this.blocks[index]!;
    if (block.kind === 'open') return;
    const { dimensions } = this;
    const vectors = block.readAll();
    const first = index * blockRows;
    for (let row = first, at = 0; row < first + blockRows; row += 1, at += dimensions) {
      if (!this.table.isLive(row)) continue;
      const to = this.#emptyRow();
      this.#write(to, vectors.subarray(at, at + dimensions));
      this.table.move(row, to);
    }
    this.blocks[index] = new OpenBlock(dimensions, this.product);
    for (let row = first + blockRows - 1; row >= first; row -= 1) this.#free.push(row);
    await block.close();
  }

  async close(): Promise<void> {
    for (const block of this.blocks) if (block.kind === 'sealed') await block.close();
  }

  #blockOf(row: number): OpenBlock | SealedBlock {
    return this.blocks[Math.floor(row / blockRows)]!;
  }

  #emptyRow(): number {
    const freeRow = this.#free.pop();
    if (freeRow !== undefined) return freeRow;
    const row = this.table.append();
    if (row % blockRows === 0) this.blocks.push(new OpenBlock(this.dimensions, this.product));
    return row;
  }

  #write(row: number, vector: Float32Array): void {
    const block = this.#blockOf(row);
    if (block.kind === 'open') block.write(row % blockRows, vector);
  }
}
