import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { blockRows, OpenBlock, SealedBlock } from './block.ts';
import { bytesOf } from './bytes-of.ts';
import type { CacheKeys } from './cache-keys.ts';
import { EncryptedVectorFile, rowPieceBytes } from './encrypted-vector-file.ts';
import { DamagedCache, type AttributesFile, type BlockFile } from './manifest.ts';
import { QuantisedProduct, type FloatProduct } from './products.ts';
import { RoundedVectors } from './rounding.ts';
import { attributesSize, decodeAttributes, encodeAttributes } from './row-attributes.ts';
import type { RowTable } from './row-table.ts';
import { largePiece, readPieces, sealedSize, sealPieces } from './sealed-pieces.ts';
import { LostVectors, OpenFile, PlainVectorFile, rowChecksums, type VectorFile } from './vector-file.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Reads and writes the files of blocks. */
export class BlockFiles {
  readonly #folder: string;
  readonly #dimensions: number;
  /** Null if the files are not encrypted. */
  readonly #keys: CacheKeys | null;
  readonly #threads: number;

  /** @param threads for products with a sealed block */
  constructor(folder: string, dimensions: number, { keys, threads }: { keys: CacheKeys | null; threads: number }) {
    this.#folder = folder;
    this.#dimensions = dimensions;
    this.#keys = keys;
    this.#threads = threads;
  }

  /** Writes the rows of an open block. */
  async write(vectors: Float32Array, used: number): Promise<BlockFile> {
    const written = await this.#write('vectors', bytesOf(vectors.subarray(0, used * this.#dimensions)), largePiece);
    return { ...written, used, rounded: null };
  }

  /**
   * Writes a full block so that it can be opened as a sealed one.
   * @param saved files with the same vectors
   */
  async writeSealed(vectors: Float32Array, saved?: BlockFile): Promise<BlockFile> {
    const { bytes, error } = RoundedVectors.of(vectors, this.#fullShape);
    const checksums = (): Bytes => bytesOf(rowChecksums(vectors, this.#dimensions));
    const content = this.#keys ? bytes : Buffer.concat([bytes, checksums()]);
    const rounded = await this.#write('rounded', content, largePiece);
    // Single rows cannot be read from the large pieces of an encrypted file.
    const exact =
      saved && !this.#keys ? saved : await this.#write('vectors', bytesOf(vectors), rowPieceBytes(this.#dimensions));
    return { name: exact.name, crc32: exact.crc32, used: blockRows, rounded: { ...rounded, error } };
  }

  /** @throws DamagedCache, or an error of the disk */
  async readOpen(saved: BlockFile, product: FloatProduct): Promise<OpenBlock> {
    const block = new OpenBlock(this.#dimensions, product);
    await this.#read(saved, bytesOf(block.vectors.subarray(0, saved.used * this.#dimensions)));
    block.used = saved.used;
    block.file = saved.name;
    return block;
  }

  /** Reads only the rounded vectors. @throws DamagedCache, or an error of the disk */
  async openSealed(saved: BlockFile): Promise<SealedBlock> {
    if (!saved.rounded) throw new DamagedCache('a block has no rounded vectors');
    const size = RoundedVectors.size(this.#fullShape);
    const bytes = new Uint8Array(size + (this.#keys ? 0 : blockRows * Uint32Array.BYTES_PER_ELEMENT));
    await this.#read(saved.rounded, bytes);
    const rounded = new RoundedVectors(this.#fullShape, saved.rounded.error, bytes.subarray(0, size));
    const file = this.#openRows(saved.name, new Uint32Array(bytes.slice(size).buffer));
    try {
      return new SealedBlock(file, await QuantisedProduct.load(rounded, this.#threads), this.#dimensions);
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** Writes the attributes of the rows of a block. @param index of the block */
  async writeAttributes(table: RowTable, index: number): Promise<AttributesFile> {
    const { bytes, people } = encodeAttributes(table, ...rowsOf(table, index));
    return { ...(await this.#write('attributes', bytes, largePiece)), people };
  }

  /**
   * Fills the rows of a block.
   * @param table already long enough for these rows
   * @throws DamagedCache, or an error of the disk
   */
  async readAttributes(saved: AttributesFile, table: RowTable, index: number): Promise<void> {
    const [begin, end] = rowsOf(table, index);
    const bytes = new Uint8Array(attributesSize(end - begin, saved.people));
    await this.#read(saved, bytes);
    decodeAttributes(bytes, table, begin, end);
  }

  get #fullShape(): { rows: number; dimensions: number } {
    return { rows: blockRows, dimensions: this.#dimensions };
  }

  async #write(ending: string, bytes: Uint8Array, pieceBytes: number): Promise<{ name: string; crc32: number | null }> {
    const name = `${randomBytes(8).toString('hex')}.${ending}`;
    const key = this.#keys?.of(name);
    await writeFile(this.#path(name), key ? sealPieces(key, bytes, pieceBytes) : bytes);
    key?.fill(0);
    return { name, crc32: key ? null : crc32(bytes) };
  }

  /** Fills `target` with the whole file. */
  async #read(saved: { name: string; crc32: number | null }, target: Uint8Array): Promise<void> {
    const file = new OpenFile(this.#path(saved.name));
    const key = this.#keys?.of(saved.name);
    try {
      assertSize(file, key ? sealedSize(target.length, largePiece) : target.length);
      if (key) await readPieces(file, key, target);
      else {
        file.read(0, target);
        if (crc32(target) !== saved.crc32) throw new DamagedCache("a block's checksum is wrong");
      }
    } catch (error) {
      throw error instanceof LostVectors ? new DamagedCache('a block is damaged', { cause: error }) : error;
    } finally {
      key?.fill(0);
      file.close();
    }
  }

  #openRows(name: string, checksums: Uint32Array): VectorFile {
    const file = new OpenFile(this.#path(name));
    const bytes = blockRows * this.#dimensions * 4;
    try {
      assertSize(file, this.#keys ? sealedSize(bytes, rowPieceBytes(this.#dimensions)) : bytes);
    } catch (error) {
      file.close();
      throw error;
    }
    if (!this.#keys) return new PlainVectorFile(file, this.#dimensions, checksums);
    return new EncryptedVectorFile(file, this.#keys.of(name), this.#fullShape);
  }

  #path(name: string): string {
    return join(this.#folder, name);
  }
}

function assertSize(file: OpenFile, size: number): void {
  if (file.size !== size) throw new DamagedCache('a block has another length');
}

/** The first row of a block, and the one after its last. */
function rowsOf(table: RowTable, index: number): [begin: number, end: number] {
  return [index * blockRows, Math.min((index + 1) * blockRows, table.length)];
}
