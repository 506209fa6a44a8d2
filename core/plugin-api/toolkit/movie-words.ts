import type { ByteSource } from './byte-source.ts';
import { parseExifDate, parseExifOffset, plausiblePosition } from './exif-values.ts';
import { findMediaBox, mediaBoxes, type MediaBox } from './media-boxes.ts';

/** Text metadata of a video: by the names of QuickTime's metadata, or by ffmpeg's names for the older kinds. */
export type MovieWords = ReadonlyMap<string, string>;

/** The parsed metadata; null for what is absent or invalid. */
export interface MovieRecord {
  /** Epoch seconds, with the zone of the clock in minutes east of UTC. */
  readonly recorded: { readonly time: number; readonly utcOffset: number } | null;
  readonly location: { readonly lat: number; readonly lng: number } | null;
  readonly make: string | null;
  readonly model: string | null;
}

/** Maximum bytes of a value. */
const longestWord = 256;

const oldNames: Readonly<Record<string, string>> = {
  '\xa9xyz': 'location',
  '\xa9day': 'date',
  '\xa9mak': 'make',
  '\xa9mod': 'model',
};

export function movieRecord(words: MovieWords): MovieRecord {
  const first = (...names: string[]): string | null =>
    names
      .map((name) =>
        words
          .get(name)
          ?.replace(/\p{Cc}/gu, ' ')
          .trim(),
      )
      .find((word) => word) ?? null;
  return {
    recorded: timeOf(first('com.apple.quicktime.creationdate')) ?? timeOf(first('date')),
    location: parseIso6709(first('com.apple.quicktime.location.iso6709', 'location') ?? ''),
    make: first('com.apple.quicktime.make', 'com.android.manufacturer', 'make'),
    model: first('com.apple.quicktime.model', 'com.android.model', 'model'),
  };
}

/** `2023-05-01T18:30:00+0200`; without a time zone it is no better than the movie header. */
function timeOf(word: string | null): MovieRecord['recorded'] {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?([+-]\d\d:?\d\d|Z)$/.exec(word ?? '');
  const wallClock = parseExifDate(match?.[1]);
  const utcOffset = parseExifOffset(match?.[2]);
  return wallClock === null || utcOffset === null ? null : { time: wallClock - utcOffset * 60, utcOffset };
}

/** `+27.5916+086.5640+8850/` */
function parseIso6709(text: string): MovieRecord['location'] {
  const match = /^([+-]\d{1,2}(?:\.\d+)?)([+-]\d{1,3}(?:\.\d+)?)/.exec(text);
  return match ? plausiblePosition(Number(match[1]), Number(match[2])) : null;
}

/** The texts in the user data of a movie: two bytes of length, two of language, then the text. */
export async function userDataWords(source: ByteSource, userData: MediaBox): Promise<[string, string][]> {
  const words: [string, string][] = [];
  for await (const box of mediaBoxes(source, userData.start, userData.end)) {
    const name = oldNames[box.type];
    if (name === undefined && box.type !== 'loci') continue;
    const bytes = await source.read(box.start, Math.min(longestWord, box.end - box.start));
    if (name !== undefined && bytes.length > 4) {
      words.push([name, bytes.toString('utf8', 4, 4 + bytes.readUInt16BE(0)).replace(/\0.*$/s, '')]);
    }
    const place = box.type === 'loci' ? threeGppPlace(bytes) : null;
    if (place !== null) words.push(['location', place]);
  }
  return words;
}

/** 3GPP TS 26.244, 8.10: version and flags, language, name, role, longitude and latitude as 16.16. */
function threeGppPlace(bytes: Buffer): string | null {
  const isWide = bytes.length > 8 && bytes.readUInt16BE(6) === 0xfeff;
  let at = 6;
  const end = (): boolean => (isWide ? bytes.readUInt16BE(at) === 0 : bytes[at] === 0);
  const step = isWide ? 2 : 1;
  while (at + step <= bytes.length && !end()) at += step;
  at += step + 1;
  if (at + 8 > bytes.length) return null;
  const degrees = (from: number): string => {
    const value = bytes.readInt32BE(from) / 65_536;
    return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(5)}`;
  };
  return `${degrees(at + 4)}${degrees(at)}/`;
}

/**
 * QuickTime metadata: `keys` lists names; each box of `ilst` has the number of its key as its type, and a `data` box with
 * eight bytes before the value. In an MP4, version and flags come first.
 */
export async function metadataWords(source: ByteSource, meta: MediaBox): Promise<[string, string][]> {
  const isFull = (await source.read(meta.start, 4)).every((byte) => byte === 0);
  const start = isFull ? meta.start + 4 : meta.start;
  const keys = await findMediaBox(source, 'keys', start, meta.end);
  const list = await findMediaBox(source, 'ilst', start, meta.end);
  if (!keys || !list) return [];
  const names: string[] = [];
  for await (const key of mediaBoxes(source, keys.start + 8, keys.end)) {
    const name = await source.read(key.start, Math.min(longestWord, key.end - key.start));
    names.push(name.toString('latin1').toLowerCase());
  }
  const words: [string, string][] = [];
  for await (const item of mediaBoxes(source, list.start, list.end)) {
    const name = names[Buffer.from(item.type, 'latin1').readUInt32BE(0) - 1];
    const data = name && (await findMediaBox(source, 'data', item.start, item.end));
    if (!data) continue;
    const bytes = await source.read(data.start, Math.min(longestWord, data.end - data.start));
    words.push([name, bytes.toString('utf8', 8)]);
  }
  return words;
}
