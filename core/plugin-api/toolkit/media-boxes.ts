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

/**
 * The boxes between two positions, in order. Sizes are untrusted: a box larger than its container is cut off, and one
 * smaller than its own header, or whose header is cut off, ends the iteration.
 */
export async function* mediaBoxes(source: ByteSource, start: number, end: number): AsyncGenerator<MediaBox> {
  const limit = Math.min(end, source.size);
  for (let at = start, count = 0; at + 8 <= limit && count < maxBoxes; count += 1) {
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
  const bytes = await source.read(box.start, Math.min(box.end - box.start, limit));
  return {
    size: box.start + bytes.length,
    read: (start, length) =>
      Promise.resolve(bytes.subarray(Math.max(0, start - box.start), Math.max(0, start - box.start + length))),
  };
}
