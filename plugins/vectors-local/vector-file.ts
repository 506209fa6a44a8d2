import { closeSync, fstatSync, openSync, readSync, readv } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';

const readParts = promisify(readv);

/** The file with the exact vectors cannot be read any more. */
export class LostVectors extends Error {
  override readonly name = 'LostVectors';
}

/** The open file with the exact vectors of a full block. It stays readable when somebody removes the cache. */
export interface VectorFile {
  readonly name: string;
  /** Up to this share of the rows of a full block, reading them one by one costs less than a product with all of them. */
  readonly worthReading: number;
  /**
   * Fills `target` with the vectors of as many rows, from `row` on.
   * @throws LostVectors
   */
  read(row: number, target: Float32Array): void;
  close(): void;
}

/** A file whose bytes are read by their place. */
export class OpenFile {
  readonly name: string;
  readonly #descriptor: number;

  /** @throws Error what the disk says */
  constructor(path: string) {
    this.name = basename(path);
    this.#descriptor = openSync(path, 'r');
  }

  get size(): number {
    return fstatSync(this.#descriptor).size;
  }

  /** @throws LostVectors where the file ends before */
  read(position: number, target: Uint8Array | Float32Array): void {
    if (readSync(this.#descriptor, target, 0, target.byteLength, position) !== target.byteLength) {
      throw new LostVectors(`${this.name} is shorter than it was`);
    }
  }

  /** Fills one part after the other, while this thread does other things. @throws LostVectors where the file ends before */
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

/** Vectors one after the other, as they are in memory. */
export class PlainVectorFile implements VectorFile {
  /** A row takes about 2 µs. */
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
