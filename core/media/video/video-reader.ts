import PQueue from 'p-queue';
import type { VideoFacts } from '../../domain/video-facts.ts';
import type { MovieFacts } from '../../plugin-api/toolkit/index.ts';
import { isSourceError } from '../../plugin-api/errors.ts';
import { PhotoError } from '../photo-error.ts';
import type { OwnBytes } from '../photo-reader.ts';
import { darkest, frameOf, lumaIn, tooShort, type Frame } from './poster.ts';
import { longestProbe, probed, readProbe, type ProbedVideo } from './probe.ts';
import type { ProgramFinder, VideoPrograms } from './programs.ts';
import { isMissing, runProgram, type ProgramEnd } from './run-program.ts';
import type { LentFile, Loan, SourceTap } from './source-tap.ts';
import { maxPixels, untrustedInput, videoMemory } from './untrusted-input.ts';
import { refuse, videoError } from './video-error.ts';

/** The result of reading a video. */
export interface ReadVideo {
  readonly facts: VideoFacts;
  readonly movie: MovieFacts;
  /** An upright JPEG; null if none was requested, or none could be made. */
  readonly poster: OwnBytes | null;
  /** Why a requested poster could not be made. */
  readonly error: PhotoError | null;
}

/** A program that reads videos is no longer installed. */
export class ProgramsMissing extends Error {
  override readonly name = 'ProgramsMissing';
}

export interface VideoRequest {
  readonly wantsPoster: boolean;
  readonly signal: AbortSignal;
}

const MiB = 1024 * 1024;

/** Maximum bytes that are read of one video, regardless of its size. Some of these are for two single frames. */
export const maxVideoBytes = 32 * MiB;
const maxForNearest = 4 * MiB;
/** Maximum bytes if only facts are read. */
const maxForFacts = 4 * MiB;

/** Concurrent videos: each may need as much memory as all pictures. */
const atOnce = 2;

/** Seconds. */
const patience = 120;
/** Bytes. */
const largestPoster = 16 * MiB;

/** Fractions of a video's duration at which frames are taken; the later ones only if the first frame is dark. */
const places = [0.1, 0.25, 0.5] as const;

interface SeenFrame {
  readonly jpeg: Buffer;
  readonly luma: number;
}

/** Reads the facts and the poster of a video with ffmpeg, from a few parts of its file. */
export class VideoReader {
  readonly #programs: ProgramFinder;
  readonly #tap: SourceTap;
  readonly #reading = new PQueue({ concurrency: atOnce });

  constructor(programs: ProgramFinder, tap: SourceTap) {
    this.#programs = programs;
    this.#tap = tap;
  }

  /** Whether programs that read videos are installed. */
  async isThere(): Promise<boolean> {
    return (await this.#programs.find()) !== null;
  }

  /**
   * @throws PhotoError if it is not a video that can be read
   * @throws the failure of the source
   * @throws ProgramsMissing
   * @throws ProcessBroken if the system does not start a program now
   * @throws the reason of `signal`
   */
  async read(file: LentFile, request: VideoRequest): Promise<ReadVideo> {
    const programs = await this.#programs.find();
    if (!programs) throw new ProgramsMissing();
    if (file.size === 0) throw new PhotoError('The file is empty.', 'empty');
    return await this.#reading.add(() => this.#read(programs, file, request));
  }

  async #read(programs: VideoPrograms, file: LentFile, request: VideoRequest): Promise<ReadVideo> {
    request.signal.throwIfAborted();
    const { wantsPoster } = request;
    return await this.#lent(file, wantsPoster ? maxVideoBytes - 2 * maxForNearest : maxForFacts, async (loan) => {
      const video = await this.#probe(programs, loan, request);
      if (!wantsPoster) return { ...video, poster: null, error: null };
      try {
        const poster = await this.#poster(programs, file, loan, video, request);
        return { ...video, poster: Uint8Array.from(poster), error: null };
      } catch (error) {
        if (error instanceof PhotoError) return { ...video, poster: null, error };
        throw error;
      }
    });
  }

  async #lent<T>(file: LentFile, limit: number, use: (loan: Loan) => Promise<T>): Promise<T> {
    const loan = await this.#tap.lend(file, limit);
    try {
      return await use(loan);
    } finally {
      loan.end();
    }
  }

  async #probe({ ffprobe }: VideoPrograms, loan: Loan, { signal }: VideoRequest): Promise<ProbedVideo> {
    const answer = await this.#run(ffprobe, [...untrustedInput, ...probed, loan.url], longestProbe, signal);
    if (answer.code !== 0 || isSourceError(loan.failure)) throw videoError(answer, loan, patience);
    const video = readProbe(answer.output.toString('utf8'));
    if (!video.picture) throw refuse('noPicture');
    const { width, height } = video.picture;
    if (width * height > maxPixels) {
      throw new PhotoError(`The video has ${width} × ${height} pixels, more than can be read.`, 'too_large');
    }
    return video;
  }

  /** A frame at a tenth of the video; if it is dark, the brightest of three. */
  async #poster(
    programs: VideoPrograms,
    file: LentFile,
    loan: Loan,
    video: ProbedVideo,
    request: VideoRequest,
  ): Promise<Buffer> {
    const length = video.movie.duration ?? 0;
    const frames: SeenFrame[] = [];
    let failure: PhotoError | undefined;
    for (const place of length < tooShort ? [0] : places) {
      try {
        const frame = await this.#frame(programs, loan, video, { at: length * place }, request);
        if (frame) frames.push(frame);
        if (frame && frame.luma >= darkest) break;
      } catch (error) {
        if (!(error instanceof PhotoError)) throw error;
        failure ??= error;
        break;
      }
    }
    const [brightest] = frames.sort((a, b) => b.luma - a.luma);
    if (brightest) return brightest.jpeg;
    // The video track may end before the audio, or too many bytes may lie between two frames.
    for (const at of failure && length >= tooShort ? [length * places[0], 0] : [0]) {
      const nearest = await this.#lent(file, maxForNearest, (another) =>
        this.#frame(programs, another, video, { at, isNearest: failure !== undefined }, request).catch(notTheVideos),
      );
      if (nearest) return nearest.jpeg;
    }
    throw failure ?? refuse('noPicture');
  }

  /** @returns null if the video has no frame there */
  async #frame(
    { ffmpeg }: VideoPrograms,
    loan: Loan,
    { picture }: ProbedVideo,
    frame: Pick<Frame, 'at' | 'isNearest'>,
    { signal }: VideoRequest,
  ): Promise<SeenFrame | null> {
    if (!picture) throw refuse('noPicture');
    let answer: ProgramEnd & { output: Buffer };
    let isToned = picture.hdr !== null;
    for (;;) {
      answer = await this.#run(ffmpeg, frameOf(loan.url, picture, { ...frame, isToned }), largestPoster, signal);
      // Some builds of ffmpeg lack the filter for tone mapping.
      if (answer.output.length > 0 || !isToned) break;
      isToned = false;
    }
    if (answer.output.length > 0) return { jpeg: answer.output, luma: lumaIn(answer.complaint) };
    if (answer.code === 0) return null;
    throw videoError(answer, loan, patience);
  }

  async #run(
    program: string,
    args: readonly string[],
    mostBytes: number,
    signal: AbortSignal,
  ): Promise<ProgramEnd & { output: Buffer }> {
    const answer = await runProgram(program, args, { memory: videoMemory, seconds: patience, mostBytes, signal });
    if (!isMissing(answer)) return answer;
    this.#programs.forget();
    throw new ProgramsMissing();
  }
}

/** An error of the video itself means that there is no frame; any other error is thrown. */
function notTheVideos(error: unknown): null {
  if (error instanceof PhotoError) return null;
  throw error;
}
