import { closeSync, fstatSync, openSync, readSync, readv } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';

const readParts = promisify(readv);

/** The file with the exact vectors can no longer be read. */
export class LostVectors extends Error {
  override readonly name = 'LostVectors';
}

/** The open file with the exact vectors of a full block. It stays readable even if the cache is removed. */
export interface VectorFile {
  readonly name: string;
  /**
   * Up to this fraction of the rows of a full block, reading them individually costs less than a product with all of them.
   */
  readonly worthReading: number;
  /**
   * Fills `target` with the vectors of consecutive rows from `row` on.
   * @throws LostVectors
   */
  read(row: number, target: Float32Array): void;
  close(): void;
}

/** A file with random access. */
export class OpenFile {
  readonly name: string;
  readonly #descriptor: number;

  /** @throws Error of the disk */
  constructor(path: string) {
    this.name = basename(path);
    this.#descriptor = openSync(path, 'r');
  }

  get size(): number {
    return fstatSync(this.#descriptor).size;
  }

  /** @throws LostVectors if the file ends before */
  read(position: number, target: Uint8Array | Float32Array): void {
    if (readSync(this.#descriptor, target, 0, target.byteLength, position) !== target.byteLength) {
      throw new LostVectors(`${this.name} is shorter than it was`);
    }
  }

  /** Fills the parts one after the other, asynchronously. @throws LostVectors if the file ends before */
  async readTo(position: number, parts: readonly Uint8Array[]): Promise<void> {
    const { bytesRead } = await readParts(this.#descriptor, parts, position);
    if (bytesRead !== parts.reduce((sum, { length }) => sum + length, 0)) {
      throw new LostVectors(`${this.name} is shorter than it was`);
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** The CRC-32 of each vector. */
export function rowChecksums(vectors: Float32Array, dimensions: number): Uint32Array {
  return Uint32Array.from({ length: vectors.length / dimensions }, (_, row) => checksum(vectors, row, dimensions));
}

const checksum = ({ buffer, byteOffset }: Float32Array, row: number, dimensions: number): number =>
  crc32(new Uint8Array(buffer, byteOffset + row * dimensions * 4, dimensions * 4));

/** Consecutive vectors with their memory layout. */
export class PlainVectorFile implements VectorFile {
  /** Reading a row takes about 2 µs. */
  readonly worthReading = 0.02;
  readonly #file: OpenFile;
  readonly #dimensions: number;
  readonly #checksums: Uint32Array;

  constructor(file: OpenFile, dimensions: number, checksums: Uint32Array) {
    this.#file = file;
    this.#dimensions = dimensions;
    this.#checksums = checksums;
  }

  get name(): string {
    return this.#file.name;
  }

  read(row: number, target: Float32Array): void {
    this.#file.read(row * this.#dimensions * 4, target);
    for (let at = 0; at < target.length / this.#dimensions; at += 1) {
      if (checksum(target, at, this.#dimensions) !== this.#checksums[row + at]) {
        throw new LostVectors(`${this.name} is damaged`);
      }
    }
  }

  close(): void {
    this.#file.close();
  }
}
