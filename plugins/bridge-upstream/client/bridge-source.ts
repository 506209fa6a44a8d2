import {
  type AlbumPhotosPage,
  type AlbumsPage,
  type ByteRange,
  type ChangesPage,
  isSourceError,
  type NodesAnswer,
  type PageRequest,
  type PhotoSource,
  type ReadPriority,
  type SourceContent,
  type SourceHealth,
  type SourceThumbnail,
  type TimelinePage,
} from 'photofinch/plugin-api';
import { type HealthAnswer, type ThumbnailSize, thumbnailSizes } from '../contract.ts';
import type { BridgeAddress } from './address.ts';
import { Calls } from './calls.ts';
import { checkedBody } from './checked-body.ts';
import { BridgeCondition } from './condition.ts';
import { rangeHeader, readContentHeaders } from './content-headers.ts';
import { readError } from './error-answer.ts';
import { badAnswer, BridgeFailure, timeout } from './failure.ts';
import { defaultTimeLimits, largestJson, largestThumbnail, type TimeLimits } from './limits.ts';
import { readBody, readJson } from './read-body.ts';
import * as shapes from './shapes.ts';
import { type Answer, discard, type Lane, type Request, Transport } from './transport.ts';

export interface BridgeSourceOptions {
  readonly address: BridgeAddress;
  readonly token: string;
  /** Photos that the indexer reads concurrently. */
  readonly workers: number;
  readonly limits?: TimeLimits;
  /** Milliseconds of a monotonic clock. */
  readonly clock?: () => number;
}

interface ReadOptions {
  readonly priority?: ReadPriority;
  readonly signal: AbortSignal;
}

/** The photo itself, or its motion part. */
type Part = 'full' | 'motion';

/** The photo store behind a bridge. */
export class BridgeSource implements PhotoSource {
  readonly #transport: Transport;
  readonly #calls: Calls;
  readonly #condition: BridgeCondition;
  readonly #limits: TimeLimits;
  /** The bridge's last report; before the first one, all capabilities are assumed. */
  #capabilities: HealthAnswer['capabilities'] | undefined;

  constructor(options: BridgeSourceOptions) {
    const { address, token, workers, limits = defaultTimeLimits, clock = () => performance.now() } = options;
    this.#limits = limits;
    this.#transport = new Transport({ address, token, workers, limits });
    this.#calls = new Calls(clock, workers);
    this.#condition = new BridgeCondition((signal) => this.report({ signal }), clock);
  }

  health({ signal }: { signal: AbortSignal }): Promise<SourceHealth> {
    return this.#condition.health(signal);
  }

  /**
   * The complete health report of the bridge.
   * @throws SourceError if it does not respond
   */
  async report({ signal }: { signal: AbortSignal }): Promise<HealthAnswer> {
    const health = await this.#json('/health', shapes.toHealth, signal, { always: true });
    this.#capabilities = health.capabilities;
    return health;
  }

  timeline({ cursor, limit, signal }: PageRequest): Promise<TimelinePage> {
    const page = this.#json(`/timeline?${query({ cursor, limit })}`, shapes.toTimelinePage, signal);
    return cursor === null ? page : page.catch(refusedCursor);
  }

  changes({ since, limit, signal }: { since: string; limit: number; signal: AbortSignal }): Promise<ChangesPage> {
    return this.#json(`/changes?${query({ since, limit })}`, shapes.toChangesPage, signal).catch(refusedCursor);
  }

  async nodes(uids: readonly string[], { signal }: { signal: AbortSignal }): Promise<NodesAnswer> {
    signal.throwIfAborted();
    // The contract does not explicitly allow empty requests.
    if (uids.length === 0) return { nodes: [], missing: [] };
    const answer = await this.#json('/nodes', shapes.toNodes, signal, { payload: { uids } });
    if (answer.missing.length > 0) await this.#condition.mustBeWell(signal);
    return answer;
  }

  async albums({ cursor, limit, signal }: PageRequest): Promise<AlbumsPage> {
    signal.throwIfAborted();
    if (this.#capabilities?.albums === false) return { albums: [], next: null };
    return this.#json(`/albums?${query({ cursor, limit })}`, shapes.toAlbumsPage, signal);
  }

  albumPhotos(albumUid: string, { cursor, limit, signal }: PageRequest): Promise<AlbumPhotosPage> {
    const path = `/albums/${encodeURIComponent(albumUid)}/photos?${query({ cursor, limit })}`;
    return this.#believed(signal, this.#json(path, shapes.toAlbumPhotosPage, signal));
  }

  async thumbnail(uid: string, options: ReadOptions & { size: ThumbnailSize }): Promise<SourceThumbnail | null> {
    const { priority, signal } = options;
    signal.throwIfAborted();
    const size = this.#thumbnailSize(options.size);
    if (size === undefined) return null;
    const request = {
      lane: laneOf(priority),
      path: `/photos/${encodeURIComponent(uid)}/thumbnail?${query({ size })}`,
      headers: urgencyOf(priority),
      headersTimeout: this.#limits.thumbnail,
      bodyTimeout: this.#limits.thumbnail,
    };
    const read = async (inTime: AbortSignal): Promise<SourceThumbnail | null> => {
      const answer = await this.#transport.ask(request, inTime);
      if (answer.status === 200) return readThumbnail(answer, inTime);
      const failure = await this.#failure(answer, inTime);
      if (failure.said === 'no_thumbnail') return null;
      throw failure;
    };
    const tooLate = (): BridgeFailure => timeout('The bridge took too long to send a thumbnail.');
    return this.#believed(signal, this.#calls.run(read, { signal, ms: this.#limits.thumbnail, tooLate }));
  }

  open(uid: string, options: ReadOptions & { range?: ByteRange }): Promise<SourceContent> {
    return this.#open(uid, 'full', options);
  }

  openMotion(uid: string, options: ReadOptions & { range?: ByteRange }): Promise<SourceContent> {
    return this.#open(uid, 'motion', options);
  }

  async #open(uid: string, part: Part, options: ReadOptions & { range?: ByteRange }): Promise<SourceContent> {
    const { range, priority, signal } = options;
    const answer = await this.#believed(signal, this.#openAnswer(uid, part, options));
    try {
      const { sha1, ...announced } = readContentHeaders(answer, range);
      // Reads for users are hashed during transfer; the indexer hashes its reads itself, off this thread.
      const isCheckable = priority === 'interactive' && announced.range === null;
      const body = checkedBody(
        answer.body,
        { length: announced.length, sha1: isCheckable ? sha1 : null },
        {
          signal,
          onSilence: (failure) => {
            this.#calls.fellSilent(failure);
          },
        },
      );
      return { ...announced, body };
    } catch (error) {
      discard(answer.body);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#calls.close();
    await this.#transport.close();
  }

  /** A response with status 200 or 206, whose body is still to be read. */
  #openAnswer(
    uid: string,
    part: Part,
    { range, priority, signal }: ReadOptions & { range?: ByteRange },
  ): Promise<Answer> {
    const { contentHeaders, contentIdle, queue, connect } = this.#limits;
    const request: Request = {
      lane: laneOf(priority),
      path: `/photos/${encodeURIComponent(uid)}/${part}`,
      headers: { ...urgencyOf(priority), ...(range && { range: rangeHeader(range) }) },
      headersTimeout: contentHeaders,
      bodyTimeout: contentIdle,
    };
    const ask = async (inTime: AbortSignal): Promise<Answer> => {
      const answer = await this.#transport.ask(request, inTime);
      if (answer.status === 200 || answer.status === 206) return answer;
      throw await this.#failure(answer, inTime);
    };
    // Each attempt has its own time limits once it has a connection, so this one limits the wait for a connection.
    const ms = queue + connect + contentHeaders;
    const tooLate = (): BridgeFailure =>
      new BridgeFailure('timeout', 'Too many photos are being read from the bridge at once.', { bridge: 'unasked' });
    return this.#calls.run(ask, { signal, ms, tooLate });
  }

  #json<T>(
    path: string,
    read: (json: unknown) => T,
    signal: AbortSignal,
    { payload, always }: { payload?: unknown; always?: boolean } = {},
  ): Promise<T> {
    const { json: ms } = this.#limits;
    const ask = async (inTime: AbortSignal): Promise<T> => {
      const request: Request = { lane: 'questions', path, payload, headersTimeout: ms, bodyTimeout: ms };
      const answer = await this.#transport.ask(request, inTime);
      if (answer.status !== 200) throw await this.#failure(answer, inTime);
      return read(await readJson(answer, { atMost: largestJson, signal: inTime }));
    };
    const tooLate = (): BridgeFailure => timeout('The bridge took too long to answer.');
    return this.#calls.run(ask, { signal, ms, tooLate, whenBusy: true, ...(always && { always }) });
  }

  /** The smallest size of the bridge that is at least as large as requested. */
  #thumbnailSize(requested: ThumbnailSize): ThumbnailSize | undefined {
    const available = this.#capabilities?.thumbnails ?? thumbnailSizes;
    return thumbnailSizes.find((size) => size >= requested && available.includes(size));
  }

  async #failure(answer: Answer, signal: AbortSignal): Promise<BridgeFailure> {
    const failure = await readError(answer, signal);
    if (failure.code === 'not_logged_in') this.#condition.loggedOut(failure.message);
    return failure;
  }

  /** Passes on a response; a "no such photo" only if the bridge is healthy. */
  async #believed<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      if (isSourceError(error) && error.code === 'not_found') await this.#condition.mustBeWell(signal);
      throw error;
    }
  }
}

/**
 * A cursor that the bridge rejects was made by another bridge, or by an older version: as with an expired one, all photos
 * have to be enumerated again.
 */
function refusedCursor(error: unknown): never {
  if (error instanceof BridgeFailure && error.said === 'bad_request') {
    throw new BridgeFailure('cursor_expired', 'The bridge does not know the cursor of the last sync.', {
      bridge: 'answered',
      cause: error,
    });
  }
  throw error;
}

const laneOf = (priority: ReadPriority | undefined): Lane => (priority === 'interactive' ? 'people' : 'background');

/** RFC 9218, for a bridge with few slots: requests of the indexer are less urgent. */
const urgencyOf = (priority: ReadPriority | undefined): Readonly<Record<string, string>> =>
  priority === 'interactive' ? {} : { priority: 'u=6' };

function query(values: Readonly<Record<string, string | number | null>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== null) search.set(name, String(value));
  return search.toString();
}

/** @throws BridgeFailure `bad_answer` if it is not a JPEG or WebP, `integrity` if it is incomplete */
async function readThumbnail(answer: Answer, signal: AbortSignal): Promise<SourceThumbnail> {
  const { headers, body } = answer;
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'image/webp' && mediaType !== 'image/jpeg') {
    discard(body);
    throw badAnswer('The bridge sent a thumbnail that is neither JPEG nor WebP.');
  }
  const announcedLength = headers['content-length'];
  if (announcedLength === undefined) {
    discard(body);
    throw badAnswer('The bridge sent a thumbnail without Content-Length.');
  }
  try {
    return { mediaType, bytes: await readBody(answer, { atMost: largestThumbnail, signal }) };
  } catch (error) {
    // A bridge that detects damage during the transfer can only close the connection.
    const isCut = error instanceof BridgeFailure && error.again === 'connection';
    throw isCut ? cutOff(announcedLength, error) : error;
  }
}

const cutOff = (announcedLength: string, cause: unknown): BridgeFailure =>
  new BridgeFailure('integrity', `a thumbnail ended before the ${announcedLength} bytes announced.`, {
    bridge: 'answered',
    cause,
  });
