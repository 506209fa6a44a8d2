import { isDecodedHere } from '../../domain/level.ts';
import { motionHints, mayHaveMotion } from '../../domain/motion-hints.ts';
import type { PhotoTags } from '../../domain/photo-facts.ts';
import { mayHoldMotion } from '../../media/motion-in-file.ts';
import type { OwnBytes, PhotoReader } from '../../media/photo-reader.ts';
import {
  findEmbeddedMovie,
  metadataBytes,
  metadataPlaces,
  readMovie,
  type EmbeddedMovie,
} from '../../plugin-api/toolkit/index.ts';
import type { SourceNode } from '../../plugin-api/photo-source.ts';
import { movieTags } from '../movie-tags.ts';
import type { CheckedSource } from '../sync/checked-source.ts';
import { RangedFile } from './ranged-file.ts';

/** Bytes: of a larger file, only the start is read, without metadata at its end. */
const largestPicture = 64 * 1024 * 1024;

/** Bytes of a video's index: all required data is before or after its tables. */
const maxMovieHeader = 2 * 1024 * 1024;

/** The facts in the parts of a file that contain its metadata. */
export interface HeadFacts {
  readonly tags: PhotoTags;
  /**
   * The size of the picture in px; for formats whose container rotates it, perhaps before the rotation. Null if unknown.
   */
  readonly sides: { readonly width: number; readonly height: number } | null;
  /** The motion part inside the file. */
  readonly motion: EmbeddedMovie | null;
}

/**
 * Reads the metadata of a photo from the parts of its file that contain it.
 * @throws CannotSeek, SourceError
 */
export async function readHeadFacts(
  node: SourceNode,
  { source, reader }: { readonly source: CheckedSource; readonly reader: PhotoReader },
  signal: AbortSignal,
): Promise<HeadFacts> {
  const file = new RangedFile(node, source, signal);
  const first = await file.read(0, metadataBytes);
  if (node.kind === 'video') return movieFacts(first, file);
  for (const { start, end } of metadataPlaces(first, node.size)) await file.read(start, end - start);
  const { tags, sides } = await reader.head(putTogether(file), signal);
  // The first picture in a RAW file is only a preview.
  if (!isDecodedHere(node.kind)) return { tags, sides: null, motion: null };
  return { tags, sides, motion: await motionFacts(tags, file) };
}

/** Bytes of a part of which only the beginning is needed. */
const fewBytes = 4096;

/**
 * The motion part inside the file of a picture, if its metadata announce one, or its camera appends one without announcing
 * it.
 * @throws CannotSeek, SourceError
 */
export async function motionFacts(tags: PhotoTags, file: RangedFile): Promise<EmbeddedMovie | null> {
  const hints = motionHints(tags);
  const { size } = file;
  const source = { size, read: (start: number, length: number) => file.read(start, length, fewBytes) };
  if (!mayHaveMotion(hints) || !mayHoldMotion(await source.read(0, 64))) return null;
  return findEmbeddedMovie(source, hints);
}

/** The parts at their offsets, with zeros in between. */
function putTogether({ size, parts }: RangedFile): OwnBytes {
  const [head] = parts;
  if (!head || parts.length === 1 || size > largestPicture) return Uint8Array.from(head?.bytes ?? []);
  const joined = new Uint8Array(size);
  for (const { start, bytes } of parts) joined.set(bytes.subarray(0, size - start), start);
  return joined;
}

async function movieFacts(first: Buffer, file: RangedFile): Promise<HeadFacts> {
  const isMovie = /^(ftyp|moov|mdat|wide|free|skip|pnot)$/.test(first.toString('latin1', 4, 8));
  if (!isMovie) return { tags: {}, sides: null, motion: null };
  const movie = await readMovie(file, maxMovieHeader);
  return { tags: { movie: movieTags(movie) }, sides: movie.size, motion: null };
}
