import type { ByteSource } from './byte-source.ts';

/** A box of the ISO base media file format (ISO 14496-12, 4.2). */
export interface MediaBox {
  readonly type: string;
  /** The start of its content, after the header. */
  readonly start: number;
  /** The first byte after it. */
  readonly end: number;
}

/** More sibling boxes than this are an attack rather than a video. */
const maxBoxes = 1000;
/** The same for all boxes of a part in memory, whatever they are nested in. They are read without a pause for other work. */
const maxBoxesInMemory = 20_000;

/**
 * The boxes between two positions, in order. Sizes are untrusted: a box larger than its container is cut off, and one
 * smaller than its own header, or whose header is cut off, ends the iteration. So do too many boxes.
 */
export async function* mediaBoxes(source: ByteSource, start: number, end: number): AsyncGenerator<MediaBox> {
  const limit = Math.min(end, source.size);
  for (let at = start, count = 0; at + 8 <= limit && count < maxBoxes; count += 1) {
    if (source instanceof PartInMemory && !source.takeBox()) return;
    const header = await source.read(at, 16);
    if (header.length < 8) return;
    const type = header.toString('latin1', 4, 8);
    let size = header.readUInt32BE(0);
    let headerSize = 8;
    if (size === 1) {
      if (header.length < 16) return;
      size = Number(header.readBigUInt64BE(8));
      headerSize = 16;
    } else if (size === 0) {
      size = limit - at;
    }
    if (size < headerSize || at + headerSize > limit) return;
    const boxEnd = Math.min(at + size, limit);
    yield { type, start: at + headerSize, end: boxEnd };
    at = boxEnd;
  }
}

/** The first box of a type, if any. */
export async function findMediaBox(
  source: ByteSource,
  type: string,
  start: number,
  end: number,
): Promise<MediaBox | undefined> {
  for await (const box of mediaBoxes(source, start, end)) if (box.type === type) return box;
  return undefined;
}

/** A part of a file in memory, with the positions of the whole file. */
export async function inMemory(source: ByteSource, box: MediaBox, limit: number): Promise<ByteSource> {
  return new PartInMemory(await source.read(box.start, Math.min(box.end - box.start, limit)), box.start);
}

class PartInMemory implements ByteSource {
  readonly size: number;
  readonly #bytes: Buffer;
  readonly #start: number;
  #boxesLeft = maxBoxesInMemory;

  /** @param start of the part in its file */
  constructor(bytes: Buffer, start: number) {
    this.size = start + bytes.length;
    this.#bytes = bytes;
    this.#start = start;
  }

  read(start: number, length: number): Promise<Buffer> {
    const at = start - this.#start;
    return Promise.resolve(this.#bytes.subarray(Math.max(0, at), Math.max(0, at + length)));
  }

  /** Whether one more box may be read. */
  takeBox(): boolean {
    this.#boxesLeft -= 1;
    return this.#boxesLeft >= 0;
  }
}
