const KiB = 1024;
const MiB = 1024 * KiB;

/** Covers what cameras write before the picture: EXIF with its thumbnail, XMP, colour profile. */
const headBytes = 256 * KiB;
/** What phones make is smaller, and kept whole where EXIF may stand anywhere. */
const wholePhone = 8 * MiB;
/** Larger pictures are known by their first bytes alone. */
const largestPicture = 256 * MiB;

interface Window {
  readonly start: number;
  readonly end: number;
}

/**
 * Keeps of a file, while all of it streams by, the parts in which metadata stand: the start, and for formats that point
 * elsewhere also the place that they point to and the end. Of those formats it is a buffer as large as the file, with
 * zeros for what was not kept: the system gives memory only to the pages that are written.
 */
export class Excerpt {
  readonly #size: number;
  #bytes: Buffer | undefined;
  #windows: readonly Window[] = [];
  #position = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** What was kept; offsets are those of the file. */
  get bytes(): Buffer {
    return this.#bytes ?? Buffer.alloc(0);
  }

  /** Only what was kept, each part with the place where it begins. */
  get parts(): { readonly start: number; readonly bytes: Buffer }[] {
    return this.#windows.map(({ start, end }) => ({ start, bytes: this.bytes.subarray(start, end) }));
  }

  /** The unbroken first bytes. */
  get head(): Buffer {
    return this.bytes.subarray(0, Math.min(headBytes, this.#position));
  }

  /** The next piece of the file. */
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
    const tail = { start: Math.max(0, size - headBytes), end: size };
    const windows: Window[] = [{ start: 0, end: Math.min(size, headBytes) }];
    if (size <= largestPicture) {
      const directory = tiffDirectory(first);
      if (directory !== null && directory < size) {
        windows.push({ start: directory, end: Math.min(size, directory + headBytes) }, tail);
      } else if (scatters(first)) {
        if (size <= wholePhone) windows.push({ start: 0, end: size });
        else windows.push(tail);
      }
    }
    this.#windows = windows;
    this.#bytes = Buffer.alloc(windows.length > 1 ? size : Math.min(size, headBytes));
  }
}

/** Where the first directory of a TIFF stands, which may be behind the picture; null when this is no TIFF. */
function tiffDirectory(first: Buffer): number | null {
  if (first.length < 8) return null;
  const mark = first.toString('latin1', 0, 4);
  if (mark === 'II*\0') return first.readUInt32LE(4);
  return mark === 'MM\0*' ? first.readUInt32BE(4) : null;
}

/** HEIC, AVIF and CR3, but not videos, which share their container; and WebP: their EXIF often comes last. */
function scatters(first: Buffer): boolean {
  const [mark, brand] = [first.toString('latin1', 4, 8), first.toString('latin1', 8, 12)];
  return brand === 'WEBP' || (mark === 'ftyp' && !/^(qt|isom|iso\d|mp4|M4V|3gp)/.test(brand));
}
