import { findMediaBox, inMemory, mediaBoxes, type MediaBox } from './media-boxes.ts';
import type { ByteSource } from './byte-source.ts';
import { plausiblePosition } from './exif-values.ts';

/** What the header of an MP4 or QuickTime video says. */
export interface MovieFacts {
  /** Epoch seconds; null when the camera wrote none. */
  readonly creationTime: number | null;
  /** Seconds. */
  readonly duration: number | null;
  /** Pixels as shown. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly location: { readonly lat: number; readonly lng: number } | null;
}

/** Seconds from 1904-01-01, the epoch of QuickTime, to 1970. */
const EPOCH_1904 = 2_082_844_800;

/** Bytes of the index of hours of video; what comes behind it is not examined. */
const usualHeader = 32 * 1024 * 1024;

/**
 * Reads the `moov` box, wherever in the file it stands (QuickTime File Format Specification, "Movie Atoms").
 * Answers nulls for what is not there or makes no sense.
 * @param mostHeader bytes of the box that are read
 */
export async function readMovie(source: ByteSource, mostHeader = usualHeader): Promise<MovieFacts> {
  const moov = await findMediaBox(source, 'moov', 0, source.size);
  const facts = { creationTime: null, duration: null, size: null, location: null };
  return moov ? { ...facts, ...(await readMoov(await inMemory(source, moov, mostHeader), moov)) } : facts;
}

async function readMoov(source: ByteSource, moov: MediaBox): Promise<Partial<MovieFacts>> {
  const facts: { -readonly [Fact in keyof MovieFacts]?: MovieFacts[Fact] } = {};
  for await (const box of mediaBoxes(source, moov.start, moov.end)) {
    if (box.type === 'mvhd') Object.assign(facts, movieHeader(await source.read(box.start, 32)));
    if (box.type === 'trak') facts.size ??= await trackSize(source, box);
    if (box.type === 'udta') facts.location ??= await userDataLocation(source, box);
    if (box.type === 'meta') facts.location ??= await metadataLocation(source, box);
  }
  return facts;
}

/** Version and flags, times, time scale, duration; version 1 has times of 64 bits. */
function movieHeader(bytes: Buffer): Pick<MovieFacts, 'creationTime' | 'duration'> {
  const wide = bytes[0] === 1;
  if (bytes.length < (wide ? 32 : 20)) return { creationTime: null, duration: null };
  const created = wide ? Number(bytes.readBigUInt64BE(4)) : bytes.readUInt32BE(4);
  const scale = bytes.readUInt32BE(wide ? 20 : 12);
  const length = wide ? Number(bytes.readBigUInt64BE(24)) : bytes.readUInt32BE(16);
  const unknown = wide ? length >= Number.MAX_SAFE_INTEGER : length === 0xffff_ffff;
  return {
    // Some cameras count from 1970 against the rules: what then lies before 1970 by the rules is taken at its word.
    creationTime: created === 0 ? null : created > EPOCH_1904 ? created - EPOCH_1904 : created,
    duration: scale === 0 || unknown ? null : length / scale,
  };
}

/** Of a track with a picture: its matrix says whether it is shown lying on its side. */
async function trackSize(source: ByteSource, track: MediaBox): Promise<MovieFacts['size']> {
  const header = await findMediaBox(source, 'tkhd', track.start, track.end);
  if (!header) return null;
  const bytes = await source.read(header.start, 96);
  const matrix = bytes[0] === 1 ? 52 : 40;
  if (bytes.length < matrix + 44) return null;
  // 16.16 fixed point.
  const [width, height] = [bytes.readUInt32BE(matrix + 36) / 65536, bytes.readUInt32BE(matrix + 40) / 65536];
  const [a, b] = [bytes.readInt32BE(matrix), bytes.readInt32BE(matrix + 4)];
  if (Math.round(width) === 0 || Math.round(height) === 0) return null;
  const size = { width: Math.round(width), height: Math.round(height) };
  return a === 0 && b !== 0 ? { width: size.height, height: size.width } : size;
}

/** `©xyz`: two bytes of length, two of language, then the place. */
async function userDataLocation(source: ByteSource, userData: MediaBox): Promise<MovieFacts['location']> {
  const box = await findMediaBox(source, '\xa9xyz', userData.start, userData.end);
  return box ? parseIso6709((await source.read(box.start, 64)).toString('latin1', 4)) : null;
}

/**
 * QuickTime metadata: `keys` lists names, and each box of `ilst` has the number of its key for a type, and a `data` box
 * with eight bytes before the value.
 */
async function metadataLocation(source: ByteSource, meta: MediaBox): Promise<MovieFacts['location']> {
  const keys = await findMediaBox(source, 'keys', meta.start, meta.end);
  const list = await findMediaBox(source, 'ilst', meta.start, meta.end);
  if (!keys || !list) return null;
  let number = 0;
  let wanted = 0;
  for await (const key of mediaBoxes(source, keys.start + 8, keys.end)) {
    number += 1;
    const name = (await source.read(key.start, Math.min(64, key.end - key.start))).toString('latin1');
    if (name === 'com.apple.quicktime.location.ISO6709') wanted = number;
  }
  if (wanted === 0) return null;
  for await (const item of mediaBoxes(source, list.start, list.end)) {
    if (Buffer.from(item.type, 'latin1').readUInt32BE(0) !== wanted) continue;
    const data = await findMediaBox(source, 'data', item.start, item.end);
    return data ? parseIso6709((await source.read(data.start, 64)).toString('latin1', 8)) : null;
  }
  return null;
}

/** `+27.5916+086.5640+8850/` */
function parseIso6709(text: string): MovieFacts['location'] {
  const match = /^([+-]\d{1,2}(?:\.\d+)?)([+-]\d{1,3}(?:\.\d+)?)/.exec(text);
  return match ? plausiblePosition(Number(match[1]), Number(match[2])) : null;
}
