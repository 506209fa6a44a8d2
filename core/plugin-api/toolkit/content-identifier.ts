import type { ByteSource } from './byte-source.ts';
import { findMediaBox, inMemory, mediaBoxes, type MediaBox } from './media-boxes.ts';

/*
 * Apple's phones give the still and the motion part of a live photo one identifier, whatever the files are called later: in
 * the maker's note of the EXIF, and in the metadata of the video.
 */

const noteBegin = 'Apple iOS\0';
/** Bytes before the list of entries: the name, a version, the order of bytes. */
const noteHead = 14;
const maxEntries = 200;
const identifierTag = 0x0011;
const asciiType = 2;

const movieKey = 'com.apple.quicktime.content.identifier';
/** Maximum bytes of the metadata of a video, beside its tracks. */
const maxMetadata = 256 * 1024;

/** The identifier in the maker's note of a still; null if there is none. */
export function stillContentIdentifier(note: Buffer): string | null {
  if (note.length < noteHead + 2 || note.toString('latin1', 0, noteBegin.length) !== noteBegin) return null;
  const isLittle = note.toString('latin1', noteHead - 2, noteHead) === 'II';
  const short = (at: number): number => (isLittle ? note.readUInt16LE(at) : note.readUInt16BE(at));
  const long = (at: number): number => (isLittle ? note.readUInt32LE(at) : note.readUInt32BE(at));
  const count = Math.min(short(noteHead), maxEntries);
  for (let index = 0, at = noteHead + 2; index < count && at + 12 <= note.length; index += 1, at += 12) {
    if (short(at) !== identifierTag || short(at + 2) !== asciiType) continue;
    const [length, start] = [long(at + 4), long(at + 8)];
    return start + length <= note.length ? identifierOf(note.toString('latin1', start, start + length)) : null;
  }
  return null;
}

/** The identifier in the metadata of a QuickTime video; null if there is none. */
export async function movieContentIdentifier(source: ByteSource): Promise<string | null> {
  const moov = await findMediaBox(source, 'moov', 0, source.size);
  const meta = moov && (await findMediaBox(source, 'meta', moov.start, moov.end));
  return meta ? keyedText(await inMemory(source, meta, maxMetadata), meta) : null;
}

/** `keys` lists names; each box of `ilst` has the number of its key as its type, and a `data` box with the value. */
async function keyedText(source: ByteSource, meta: MediaBox): Promise<string | null> {
  const keys = await findMediaBox(source, 'keys', meta.start, meta.end);
  const list = await findMediaBox(source, 'ilst', meta.start, meta.end);
  if (!keys || !list) return null;
  let number = 0;
  let keyNumber = 0;
  for await (const key of mediaBoxes(source, keys.start + 8, keys.end)) {
    number += 1;
    const name = (await source.read(key.start, Math.min(64, key.end - key.start))).toString('latin1');
    if (name === movieKey) keyNumber = number;
  }
  for await (const item of mediaBoxes(source, list.start, list.end)) {
    if (keyNumber === 0 || Buffer.from(item.type, 'latin1').readUInt32BE(0) !== keyNumber) continue;
    const data = await findMediaBox(source, 'data', item.start, item.end);
    const value = data && (await source.read(data.start, Math.min(72, data.end - data.start)));
    return value ? identifierOf(value.toString('latin1', 8)) : null;
  }
  return null;
}

/** Normalised, so that the two files can be compared. */
function identifierOf(text: string): string | null {
  const [identifier = ''] = text.split('\0', 1);
  return /^[0-9a-z-]{8,64}$/i.test(identifier.trim()) ? identifier.trim().toUpperCase() : null;
}
