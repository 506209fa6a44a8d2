import { isDecodedHere } from '../../domain/level.ts';
import type { PhotoTags } from '../../domain/photo-facts.ts';
import type { OwnBytes, PhotoReader } from '../../media/photo-reader.ts';
import { metadataBytes, metadataPlaces, readMovie } from '../../plugin-api/toolkit/index.ts';
import type { SourceNode } from '../../plugin-api/photo-source.ts';
import { movieTags } from '../movie-tags.ts';
import type { CheckedSource } from '../sync/checked-source.ts';
import { RangedFile } from './ranged-file.ts';

/** Bytes: of a larger file, what stands behind its start is not put together with it. */
const largestPicture = 64 * 1024 * 1024;

/** Bytes of a video's index: all that is wanted of it stands beside its tables. */
const mostMovieHeader = 2 * 1024 * 1024;

/** What the part of a file tells in which its metadata stands. */
export interface HeadFacts {
  readonly tags: PhotoTags;
  /** px of the picture; of formats that are turned by their container, perhaps before the turn. Null when it does not tell. */
  readonly sides: { readonly width: number; readonly height: number } | null;
}

/**
 * Reads the metadata of a photo out of the parts of its file in which it stands.
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
  // The first picture of a RAW file is a preview.
  return { tags, sides: isDecodedHere(node.kind) ? sides : null };
}

/** The parts at their places, with nothing in between. */
function putTogether({ size, parts }: RangedFile): OwnBytes {
  const [head] = parts;
  if (!head || parts.length === 1 || size > largestPicture) return Uint8Array.from(head?.bytes ?? []);
  const whole = new Uint8Array(size);
  for (const { start, bytes } of parts) whole.set(bytes.subarray(0, size - start), start);
  return whole;
}

async function movieFacts(first: Buffer, file: RangedFile): Promise<HeadFacts> {
  const isMovie = /^(ftyp|moov|mdat|wide|free|skip|pnot)$/.test(first.toString('latin1', 4, 8));
  if (!isMovie) return { tags: {}, sides: null };
  const movie = await readMovie(file, mostMovieHeader);
  return { tags: { movie: movieTags(movie) }, sides: movie.size };
}
