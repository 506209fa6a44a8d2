import { NotAuthentic, sealOverhead, unseal } from 'photofinch/plugin-api/toolkit';
import { LostVectors, type OpenFile, type VectorFile } from './vector-file.ts';

/**
 * The approximate bytes of a piece: decrypting one costs some 5 µs whatever its size, and a search reads about a hundred
 * single rows.
 */
const wantedBytes = 4096;

/**
 * Rows kept in memory after reading: as many as a search reads of one block, and a few more; grouping faces reads more than
 * can be kept. For plain files, the system's cache does that.
 */
const keptRows = 128;

const rowsPerPiece = (dimensions: number): number => Math.max(1, Math.floor(wantedBytes / (dimensions * 4)));

/** Bytes per piece, for reading single rows. */
export const rowPieceBytes = (dimensions: number): number => rowsPerPiece(dimensions) * dimensions * 4;

/** Vectors in pieces of `rowPieceBytes`. See [Note: Encrypted vectors]. */
export class EncryptedVectorFile implements VectorFile {
  /** Reading a row takes about 7 µs. */
  readonly worthReading = 0.005;
  readonly #file: OpenFile;
  readonly #key: Uint8Array;
  readonly #rows: number;
  readonly #dimensions: number;
  readonly #pieceRows: number;
  readonly #sealed: Buffer;
  /** The single rows read most recently, oldest first. */
  readonly #kept = new Map<number, Float32Array>();

  /** @param key of this file only; it is wiped when the file is closed */
  constructor(file: OpenFile, key: Uint8Array, { rows, dimensions }: { rows: number; dimensions: number }) {
    this.#file = file;
    this.#key = key;
    this.#rows = rows;
    this.#dimensions = dimensions;
    this.#pieceRows = rowsPerPiece(dimensions);
    this.#sealed = Buffer.alloc(this.#pieceRows * dimensions * 4 + sealOverhead);
  }

  get name(): string {
    return this.#file.name;
  }

  read(row: number, target: Float32Array): void {
    if (target.length !== this.#dimensions) {
      this.#readRows(row, target);
      return;
    }
    const cached = this.#kept.get(row);
    if (cached) target.set(cached);
    else this.#readRows(row, target);
    this.#keep(row, cached ?? target.slice());
  }

  close(): void {
    this.#key.fill(0);
    this.#kept.clear();
    this.#file.close();
  }

  #readRows(row: number, target: Float32Array): void {
    const rowBytes = this.#dimensions * 4;
    const bytes = new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
    for (let filled = 0, at = row * rowBytes; filled < bytes.length;) {
      const number = Math.floor(at / rowBytes / this.#pieceRows);
      const opened = this.#open(number);
      const begin = at - number * this.#pieceRows * rowBytes;
      const piece = opened.subarray(begin, begin + bytes.length - filled);
      bytes.set(piece, filled);
      filled += piece.length;
      at += piece.length;
    }
  }

  #open(piece: number): Uint8Array {
    const first = piece * this.#pieceRows;
    const rows = Math.min(this.#pieceRows, this.#rows - first);
    const sealed = this.#sealed.subarray(0, rows * this.#dimensions * 4 + sealOverhead);
    this.#file.read(piece * this.#sealed.length, sealed);
    try {
      return unseal(this.#key, String(piece), sealed);
    } catch (error) {
      if (!(error instanceof NotAuthentic)) throw error;
      throw new LostVectors(`${this.name} is damaged`, { cause: error });
    }
  }

  #keep(row: number, vector: Float32Array): void {
    this.#kept.delete(row);
    this.#kept.set(row, vector);
    if (this.#kept.size <= keptRows) return;
    const [oldest] = this.#kept.keys();
    this.#kept.delete(oldest!);
  }
}
