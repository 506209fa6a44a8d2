import { findMediaBox, inMemory, mediaBoxes, type MediaBox } from './media-boxes.ts';
import type { ByteSource } from './byte-source.ts';
import { metadataWords, movieRecord, userDataWords, type MovieRecord, type MovieWords } from './movie-words.ts';

/** Data from the header of an MP4 or QuickTime video. */
export interface MovieFacts extends Pick<MovieRecord, 'location' | 'make' | 'model'> {
  /** Epoch seconds; null if the camera wrote none. */
  readonly creationTime: number | null;
  /** Minutes east of UTC; null if the camera wrote none. */
  readonly utcOffset: number | null;
  /** Seconds. */
  readonly duration: number | null;
  /** Pixels, as displayed. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

const nothing: MovieFacts = {
  ...{ creationTime: null, utcOffset: null, duration: null, size: null },
  ...{ location: null, make: null, model: null },
};

/** Seconds from 1904-01-01, the epoch of QuickTime, to 1970. */
const EPOCH_1904 = 2_082_844_800;

/** Bytes of the header of hours of video; anything beyond is ignored. */
const usualHeader = 32 * 1024 * 1024;

/**
 * Reads the `moov` box, wherever it is in the file (QuickTime File Format Specification, "Movie Atoms"). Returns null for
 * what is absent or invalid.
 * @param maxHeader the most bytes of the box that are read
 */
export async function readMovie(source: ByteSource, maxHeader = usualHeader): Promise<MovieFacts> {
  const moov = await findMediaBox(source, 'moov', 0, source.size);
  return moov ? await readMoov(await inMemory(source, moov, maxHeader), moov) : nothing;
}

async function readMoov(source: ByteSource, moov: MediaBox): Promise<MovieFacts> {
  const words = new Map<string, string>();
  let header = movieHeader(Buffer.alloc(0));
  let size: MovieFacts['size'] = null;
  for await (const box of mediaBoxes(source, moov.start, moov.end)) {
    if (box.type === 'mvhd') header = movieHeader(await source.read(box.start, 32));
    if (box.type === 'trak') size ??= await trackSize(source, box);
    const pairs =
      box.type === 'udta'
        ? await userDataWords(source, box)
        : box.type === 'meta'
          ? await metadataWords(source, box)
          : [];
    for (const [name, word] of pairs) if (!words.has(name)) words.set(name, word);
  }
  return { ...header, size, ...recordOf(words, header.creationTime) };
}

/**
 * Combines the texts with the header: a time with a time zone is when the video was recorded, that of the header when it was
 * written.
 */
export function recordOf(
  words: MovieWords,
  creationTime: number | null,
): Pick<MovieFacts, 'creationTime' | 'utcOffset' | 'location' | 'make' | 'model'> {
  const { recorded, ...record } = movieRecord(words);
  return { creationTime: recorded?.time ?? creationTime, utcOffset: recorded?.utcOffset ?? null, ...record };
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
    // Some cameras count from 1970 against the specification: a time that would be before 1970 is read that way.
    creationTime: created === 0 ? null : created > EPOCH_1904 ? created - EPOCH_1904 : created,
    duration: scale === 0 || unknown ? null : length / scale,
  };
}

/** The size of a track with a picture: its matrix says whether it is displayed rotated by 90°. */
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
