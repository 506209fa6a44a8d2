import { Readable } from 'node:stream';
import type { PhotoTags } from '../domain/photo-facts.ts';
import { unknownVideo, type VideoFacts } from '../domain/video-facts.ts';
import { PhotoError } from '../media/photo-error.ts';
import type { PhotoReader } from '../media/photo-reader.ts';
import type { RgbImage } from '../plugin-api/ml-provider.ts';
import type { Thumbnail } from '../media/thumbnail.ts';
import { LoanSpent, type LentFile } from '../media/video/source-tap.ts';
import {
  maxVideoBytes,
  ProgramsMissing,
  type ReadVideo,
  type VideoReader,
  type VideoRequest,
} from '../media/video/video-reader.ts';
import { isSourceError } from '../plugin-api/errors.ts';
import type { SourceNode } from '../plugin-api/photo-source.ts';
import { metadataBytes as piece } from '../plugin-api/toolkit/index.ts';
import { RangedFile } from './levels/ranged-file.ts';
import { movieTags } from './movie-tags.ts';
import { confirmedTransientError } from './confirm-transient.ts';
import type { CheckedSource } from './sync/checked-source.ts';

/** The data that is read of a video in addition to its facts. */
export interface VideoWish extends Pick<VideoRequest, 'wantsPoster'> {
  /** Called with the number of bytes that were read of it. */
  readonly onBytes?: (bytes: number) => void;
  /** The longest side in px of the picture for models; null if none is needed. */
  readonly modelSize: number | null;
  /** Called before the poster is decoded. */
  readonly onRead: () => void;
}

/** A video that was read. */
export interface VideoInHand {
  readonly facts: VideoFacts;
  readonly tags: PhotoTags;
  /** px, upright. */
  readonly sides: { readonly width: number; readonly height: number } | null;
  /** The thumbnail of the poster, and below the picture for models. */
  readonly thumbnail: Thumbnail | null;
  readonly picture: RgbImage | null;
  /** Why a part of this that was requested is missing. */
  readonly error: Error | null;
}

interface Dependencies {
  readonly source: CheckedSource;
  readonly reader: PhotoReader;
  readonly videos: VideoReader;
}

/** Reads videos from the source like photos: facts and posters. */
export class VideoReading {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Whether programs that read videos are installed. */
  isPossible(): Promise<boolean> {
    return this.#with.videos.isThere();
  }

  /**
   * @returns null if no program for videos is installed
   * @throws TransientError for an obstacle that is not the video's fault, or the reason of `signal`
   */
  async read(node: SourceNode, request: VideoWish, signal: AbortSignal): Promise<VideoInHand | null> {
    const file = this.#inPieces(node, signal);
    try {
      return await this.#inHand(await this.#with.videos.read(lentFile(file), { ...request, signal }), request, signal);
    } catch (error) {
      if (error instanceof ProgramsMissing) return null;
      const transient = await confirmedTransientError(error, this.#with.source, signal);
      if (signal.aborted || transient) throw transient ?? error;
      if (!(error instanceof PhotoError) && !isSourceError(error)) throw error;
      return { facts: unknownVideo, tags: {}, sides: null, thumbnail: null, picture: null, error };
    } finally {
      request.onBytes?.(file.bytesRead);
    }
  }

  /** The poster of a video, as a file; null if there is none, or no program for videos is installed. */
  async poster(uid: string, signal: AbortSignal): Promise<ReadVideo['poster']> {
    if (!(await this.isPossible())) return null;
    const { nodes } = await this.#with.source.nodes([uid], signal);
    const node = nodes.get(uid);
    if (!node) return null;
    try {
      const file = lentFile(this.#inPieces(node, signal));
      return (await this.#with.videos.read(file, { wantsPoster: true, signal })).poster;
    } catch (error) {
      const transient = await confirmedTransientError(error, this.#with.source, signal);
      if (signal.aborted || transient) throw transient ?? error;
      return null;
    }
  }

  async #inHand(
    { facts, movie, poster, error }: ReadVideo,
    { modelSize, onRead }: VideoWish,
    signal: AbortSignal,
  ): Promise<VideoInHand> {
    const videoFacts = { facts, tags: { movie: movieTags(movie) }, sides: movie.size };
    if (!poster) return { ...videoFacts, thumbnail: null, picture: null, error };
    onRead();
    try {
      const { webp, thumbhash, hash, picture } = await this.#with.reader.examine(poster, modelSize, signal);
      return { ...videoFacts, thumbnail: { webp, thumbhash, hash }, picture, error };
    } catch (error) {
      if (error instanceof PhotoError) return { ...videoFacts, thumbnail: null, picture: null, error };
      throw error;
    }
  }

  /** In chunks that are cached, since programs read the same ones repeatedly, and stop in the middle. */
  #inPieces(node: SourceNode, signal: AbortSignal): RangedFile {
    return new RangedFile(node, this.#with.source, signal, { reads: maxVideoBytes / piece, bytes: maxVideoBytes });
  }
}

const lentFile = (file: RangedFile): LentFile => ({
  size: file.size,
  open: ({ start, end = file.size - 1 }) => {
    const body = Readable.from(pieces(file, start, end + 1), { objectMode: false });
    return Promise.resolve({ body, length: end + 1 - start, range: { start, end } });
  },
});

async function* pieces(file: RangedFile, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end;) {
    const from = at - (at % piece);
    const bytes = await file.read(from, Math.min(piece, file.size - from));
    if (from + bytes.length <= at) throw new LoanSpent();
    yield bytes.subarray(at - from, end - from);
    at = from + bytes.length;
  }
}
