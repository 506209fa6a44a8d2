import type { Readable } from 'node:stream';
import { DomainError } from '../domain/errors.ts';
import type { InteractiveReads } from '../media/interactive-reads.ts';
import type { ProgramFinder, VideoPrograms } from '../media/video/programs.ts';
import { runningStream, SlowConversion } from '../media/video/running-stream.ts';
import type { LentFile, Loan, SourceTap } from '../media/video/source-tap.ts';
import { streamCommand, type StreamOptions, type StreamCommand } from '../media/video/stream-command.ts';
import { EncoderFinder } from '../media/video/stream-encoder.ts';
import { streamSource, type UnstreamableReason } from '../media/video/stream-source.ts';
import { isSourceError } from '../plugin-api/errors.ts';
import { ProcessBroken } from '../plugin-api/toolkit/index.ts';
import type { Users } from '../store/accounts/users.ts';
import type { PhotoFile, Photos } from '../store/photos/photos.ts';
import { staysSignedIn } from './current-viewer.ts';
import { noSuchPhoto } from './library.ts';
import type { MotionParts } from './motion-parts.ts';
import { fromSourceFailure } from './source-failures.ts';
import type { SourceReads } from './source-reads.ts';
import type { StreamClient, StreamPlace, StreamPlaces } from './stream-places.ts';
import { openScopeOf, type Viewer } from './viewer.ts';
import { whileAllowed } from './while-allowed.ts';

export interface StreamRequest extends StreamOptions {
  readonly asker: StreamClient;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** False to request only the start time. */
  readonly wantsBody: boolean;
  /** Whether the stream may continue, checked every few seconds; default: as long as the viewer is signed in. */
  readonly isAllowed?: () => boolean;
}

/** A video that is being streamed to a browser. Nothing of it is stored. */
export interface VideoStream {
  /**
   * Fragmented MP4, converted no faster than it is read; destroying the stream ends the conversion. Null if no body was
   * requested.
   */
  readonly body: Readable | null;
  /** The position in the video, in seconds, at which the stream begins. */
  readonly startsAt: number;
}

interface Parts {
  readonly photos: Pick<Photos, 'file'>;
  readonly users: Pick<Users, 'byId'>;
  readonly reads: SourceReads;
  readonly tap: Pick<SourceTap, 'lend'>;
  readonly programs: Pick<ProgramFinder, 'find'>;
  readonly motionParts: Pick<MotionParts, 'fileOf'>;
  readonly places: StreamPlaces;
  readonly interactive: InteractiveReads;
  /** Called when the photo store seems unreachable. */
  readonly onAway: () => void;
}

/** Converts videos and live photos that a browser cannot play, while they are watched. */
export class VideoStreams {
  readonly #with: Parts;
  readonly #encoders = new EncoderFinder();

  constructor(parts: Parts) {
    this.#with = parts;
  }

  /** Whether this server can convert videos. */
  async converts(): Promise<boolean> {
    return (await this.#with.programs.find()) !== null;
  }

  /**
   * @param viewer null if pictures are public
   * @throws DomainError `not_found` for photos without motion, `not_ready` if all slots are taken, or if ffmpeg is missing
   * or does not start or takes too long, `not_an_image` and `too_large` for videos that cannot be converted, `bad_input`
   * beyond the end, or the error of the source
   */
  async open(viewer: Viewer | null, uid: string, request: StreamRequest): Promise<VideoStream> {
    const photo = this.#with.photos.file(uid, openScopeOf(viewer));
    if (!photo) throw noSuchPhoto();
    const file =
      photo.kind === 'video' ? this.#video(photo) : await this.#with.motionParts.fileOf(photo, request.signal);
    if (!file) throw new DomainError('not_found', 'There is nothing to play: this is no video, and no live photo.');
    const programs = await this.#with.programs.find();
    if (!programs) throw noFfmpeg();
    const ended = new AbortController();
    const reason = (): Error => new DomainError('not_ready', 'The stream was ended.', { retryAfter: 1 });
    const end = (): void => {
      ended.abort(reason());
    };
    const either = AbortSignal.any([request.signal, ended.signal]);
    // A request for only the start time must not end the player's stream.
    const asker = request.wantsBody ? request.asker : { ...request.asker, player: null };
    const place = await this.#with.places.take(asker, end, either);
    const isAllowed = request.isAllowed ?? staysSignedIn(this.#with.users, viewer);
    const isSame = (): boolean => this.#with.photos.file(uid, openScopeOf(viewer))?.rev === photo.rev;
    const whileWatched = whileAllowed(either, { isAllowed: () => isAllowed() && isSame(), reason });
    return this.#opened(programs, file, { ...request, signal: whileWatched.signal, place }, () => {
      whileWatched.end();
      place.release();
    });
  }

  #video({ uid, size }: PhotoFile): LentFile {
    return {
      size,
      open: (range, signal) =>
        this.#with.reads.begin(uid, (source, options) => source.open(uid, { ...options, range }), { size, signal }),
    };
  }

  /** @param onOver called when the conversion has ended */
  async #opened(
    programs: VideoPrograms,
    file: LentFile,
    request: StreamRequest & { readonly place: StreamPlace },
    onOver: () => void,
  ): Promise<VideoStream> {
    const { interactive, tap } = this.#with;
    const { signal, place, wantsBody } = request;
    const read = interactive.begin();
    let loan: Loan | undefined;
    const release = (): void => {
      loan?.end();
      read.end();
      onOver();
    };
    let runs = false;
    try {
      const lentFile = await tap.lend(file);
      loan = lentFile;
      const { args, startsAt, copies } = await this.#command(programs, lentFile, request);
      if (copies) place.lighten();
      if (!wantsBody) return { body: null, startsAt };
      runs = true;
      const body = await runningStream(programs.ffmpeg, args, {
        signal,
        failure: () => lentFile.failure,
        isWaiting: () => lentFile.isWaiting,
        onPiece: () => {
          read.touch();
        },
        onEnd: release,
      });
      if (!body) throw unstreamable('unreadable');
      return { body, startsAt };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof ProcessBroken) throw notStarted(error);
      if (error instanceof SlowConversion && loan?.failure === undefined) throw tooSlow(error);
      const failure = loan?.failure ?? (isSourceError(error) ? error : undefined);
      throw failure === undefined ? error : this.#sourceFailed(failure, file);
    } finally {
      if (!runs) release();
    }
  }

  async #command(
    { ffmpeg, ffprobe }: VideoPrograms,
    { url }: Loan,
    { start, height, signal }: StreamRequest,
  ): Promise<StreamCommand> {
    const [source, encoder] = await Promise.all([
      streamSource(ffprobe, url, { start, signal }),
      this.#encoders.find(ffmpeg),
    ]);
    if (typeof source === 'string') throw unstreamable(source);
    if (source.duration !== null && start >= source.duration) {
      throw new DomainError('bad_input', 'start must be less than the length of the video.');
    }
    return streamCommand(url, source, { start, height }, encoder);
  }

  #sourceFailed(failure: unknown, { size }: LentFile): DomainError {
    const error = fromSourceFailure(failure, size);
    if (error.kind === 'source_unavailable' || error.kind === 'source_timeout') this.#with.onAway();
    return error;
  }
}

function unstreamable(reason: UnstreamableReason): DomainError {
  return reason === 'too_large'
    ? new DomainError('too_large', 'The picture of this video is too large to be converted: download the original.')
    : new DomainError(
        'not_an_image',
        'This video is damaged, or of a kind that the server cannot convert: download the original.',
        { problem: 'broken_video' },
      );
}

const notStarted = (cause: ProcessBroken): DomainError =>
  new DomainError('not_ready', 'The server cannot start a conversion now: try again in a moment.', {
    retryAfter: 10,
    cause,
  });

const tooSlow = (cause: SlowConversion): DomainError =>
  new DomainError('not_ready', 'The server takes too long to convert this video: download the original.', { cause });

const noFfmpeg = (): DomainError =>
  new DomainError('not_ready', 'Videos cannot be converted here: ffmpeg is not installed on the server.', {
    problem: 'no_ffmpeg',
  });
