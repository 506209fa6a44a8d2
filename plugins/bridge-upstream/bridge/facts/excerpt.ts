import { metadataBytes, metadataPlaces, scatters, type FilePart } from 'photofinch/plugin-api/toolkit';

const MiB = 1024 * 1024;

/** Bytes. Photos of phones are smaller, and are kept completely if their format may have EXIF anywhere. */
const wholePhone = 8 * MiB;
/** Bytes. Of a larger picture, only the first bytes are kept. */
const largestPicture = 256 * MiB;

/**
 * Keeps the parts of a streamed file that contain metadata: the start and, for formats with pointers, also the targets of
 * these and the end. For such formats, the buffer is as large as the file, with zeros in the gaps: the system only
 * allocates pages that are written.
 */
export class Excerpt {
  readonly #size: number;
  #bytes: Buffer | undefined;
  #windows: readonly FilePart[] = [];
  #position = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** The kept bytes, at their offsets in the file. */
  get bytes(): Buffer {
    return this.#bytes ?? Buffer.alloc(0);
  }

  /** The kept parts, each with its offset. */
  get parts(): { readonly start: number; readonly bytes: Buffer }[] {
    return this.#windows.map(({ start, end }) => ({ start, bytes: this.bytes.subarray(start, end) }));
  }

  /** The first bytes of the file, as far as they were read. */
  get head(): Buffer {
    return this.bytes.subarray(0, Math.min(metadataBytes, this.#position));
  }

  /** Adds the next chunk of the file. */
  push(piece: Uint8Array): void {
    if (!this.#bytes) this.#choose(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength));
    const from = this.#position;
    const to = from + piece.byteLength;
    for (const { start, end } of this.#windows) {
      const [first, last] = [Math.max(start, from), Math.min(end, to)];
      if (first < last) this.#bytes?.set(piece.subarray(first - from, last - from), first);
    }
    this.#position = to;
  }

  #choose(first: Buffer): void {
    const size = this.#size;
    const head = { start: 0, end: Math.min(size, metadataBytes) };
    const isWhole = size <= wholePhone && scatters(first);
    const places = size > largestPicture ? [] : isWhole ? [{ start: 0, end: size }] : metadataPlaces(first, size);
    const windows = [head, ...places];
    this.#windows = windows;
    this.#bytes = Buffer.alloc(windows.length > 1 ? size : Math.min(size, metadataBytes));
  }
}
