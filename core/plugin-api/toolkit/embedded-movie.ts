import type { ByteSource } from './byte-source.ts';
import { fileFormat } from './file-format.ts';
import { findMediaBox } from './media-boxes.ts';

/** A video inside the file of a picture. */
export interface EmbeddedMovie {
  readonly mediaType: 'video/mp4' | 'video/quicktime';
  /** Of its first byte in the file. */
  readonly start: number;
  /** Bytes. */
  readonly length: number;
}

/** Bytes: no video is smaller than its first box with what has to follow. */
const smallestMovie = 64;
/** Bytes: a first box lists brands, and a larger one is none. */
const largestFirstBox = 4096;

/** What Samsung's cameras write behind pictures ends with these characters, and begins its list with those. */
const trailerEnd = 'SEFT';
const listBegin = 'SEFH';
/** Of the entry that holds the video, in that list. */
const movieEntry = 0x0a30;
const entrySize = 12;
const mostEntries = 200;
/** Before the video, where the list is lost. */
export const samsungMark = 'MotionPhoto_Data';

/**
 * Finds the video that a phone with Android put into the file of a picture: Google's motion photos say in XMP how far from
 * the end it begins, HEIC have it in a box `mpvd`, and Samsung's cameras in a trailer. All of this comes from strangers: what
 * is answered lies inside the file, behind its beginning, and begins as a video does.
 * @param options.fromEnd bytes from the beginning of the video to the end of the file, as XMP may say; several are tried
 * @param options.marked where else a video may begin
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

/** The video of this length at this place, if there is one. */
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
 * Samsung's trailer: blocks of data, then a list of how far before it each begins and how long it is, then the length of the
 * list. A block begins with its kind, and the length of a name that its data follow.
 */
async function listedMovie(source: ByteSource): Promise<EmbeddedMovie | null> {
  const end = await source.read(source.size - 8, 8);
  if (end.length < 8 || end.toString('latin1', 4) !== trailerEnd) return null;
  const length = end.readUInt32LE(0);
  const listAt = source.size - 8 - length;
  if (length > entrySize * (mostEntries + 1) || listAt < smallestMovie) return null;
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
