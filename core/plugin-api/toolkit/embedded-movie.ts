import type { ByteSource } from './byte-source.ts';
import { fileFormat } from './file-format.ts';
import { findMediaBox } from './media-boxes.ts';

/** A video inside the file of a picture. */
export interface EmbeddedMovie {
  readonly mediaType: 'video/mp4' | 'video/quicktime';
  /** The position of its first byte in the file. */
  readonly start: number;
  /** Bytes. */
  readonly length: number;
}

/** Bytes: a first box with what has to follow is larger. */
const smallestMovie = 64;
/** Bytes: the first box lists brands, so a larger one is invalid. */
const largestFirstBox = 4096;

/** The end of the trailer that Samsung's cameras append to pictures, and the beginning of its list. */
const trailerEnd = 'SEFT';
const listBegin = 'SEFH';
/** The type of the entry that holds the video. */
const movieEntry = 0x0a30;
const entrySize = 12;
const maxEntries = 200;
/** Comes before the video, and helps if the list is lost. */
export const samsungMark = 'MotionPhoto_Data';

/**
 * Finds the video that an Android phone embedded in a picture: Google's motion photos give its distance from the end of the
 * file in XMP, HEIC files have a box `mpvd`, and Samsung's cameras a trailer. All of this is untrusted input: a result lies
 * inside the file, after its beginning, and begins like a video.
 * @param options.fromEnd bytes from the beginning of the video to the end of the file, as in XMP; all are tried
 * @param options.marked another position at which a video may begin
 */
export async function findEmbeddedMovie(
  source: ByteSource,
  { fromEnd = [], marked }: { readonly fromEnd?: readonly number[]; readonly marked?: number | undefined } = {},
): Promise<EmbeddedMovie | null> {
  for (const distance of fromEnd) {
    const found = await movieAt(source, source.size - distance, distance);
    if (found) return found;
  }
  const format = fileFormat(await source.read(0, 64));
  if (format?.name === 'HEIC') {
    const box = await findMediaBox(source, 'mpvd', 0, source.size);
    const found = box && (await movieAt(source, box.start, box.end - box.start));
    if (found) return found;
  }
  const listed = await listedMovie(source);
  if (listed) return listed;
  return marked === undefined ? null : movieAt(source, marked, source.size - marked);
}

/** The video of this length at this position, if there is one. */
async function movieAt(source: ByteSource, start: number, length: number): Promise<EmbeddedMovie | null> {
  const isInside = Number.isSafeInteger(start) && start >= smallestMovie && length >= smallestMovie;
  if (!isInside || length > source.size - start) return null;
  const head = await source.read(start, smallestMovie);
  if (head.length < smallestMovie || head.toString('latin1', 4, 8) !== 'ftyp') return null;
  const firstBox = head.readUInt32BE(0);
  const mediaType = fileFormat(head)?.mime;
  if (firstBox < 16 || firstBox > Math.min(largestFirstBox, length)) return null;
  return mediaType === 'video/mp4' || mediaType === 'video/quicktime' ? { mediaType, start, length } : null;
}

/**
 * Samsung's trailer: blocks of data; then a list with the distance of each block before the list, and its length; then the
 * length of the list. A block begins with its type and the length of a name, which precedes its data.
 */
async function listedMovie(source: ByteSource): Promise<EmbeddedMovie | null> {
  const end = await source.read(Math.max(0, source.size - 8), 8);
  if (end.length < 8 || end.toString('latin1', 4) !== trailerEnd) return null;
  const length = end.readUInt32LE(0);
  const listAt = source.size - 8 - length;
  if (length > entrySize * (maxEntries + 1) || listAt < smallestMovie) return null;
  const list = await source.read(listAt, length);
  if (list.length < entrySize || list.toString('latin1', 0, 4) !== listBegin) return null;
  const count = Math.min(list.readUInt32LE(8), Math.floor(list.length / entrySize) - 1);
  for (let entry = entrySize; entry < entrySize * (count + 1); entry += entrySize) {
    if (list.readUInt16LE(entry + 2) !== movieEntry) continue;
    const [before, size] = [list.readUInt32LE(entry + 4), list.readUInt32LE(entry + 8)];
    const block = listAt - before;
    if (block < smallestMovie || size > before) return null;
    const header = await source.read(block, 8);
    const data = header.length < 8 ? 0 : 8 + header.readUInt32LE(4);
    return data > 8 && data < size ? movieAt(source, block + data, size - data) : null;
  }
  return null;
}
