import { linkedSignal } from 'photofinch/plugin-api/toolkit';
import type { UpstreamAnswer } from './connection.ts';
import { Connections, type Ask, type LaneName, type Question, type UpstreamAddress } from './connections.ts';
import { UpstreamFailure } from './failure.ts';
import { defaultLineLimits, readLines, type LineReading } from './lines.ts';
import { isUid, readListed, readNodeAnswer, type ListedPhoto, type UpstreamNode } from './node.ts';
import { discard, readJson } from './small-body.ts';
import { defaultTimeLimits, type TimeLimits } from './time-limits.ts';

export interface UpstreamOptions extends UpstreamAddress {
  readonly limits?: TimeLimits;
}

/** The result for a thumbnail: a file in the work folder, or none, with the upstream's message. */
export interface ThumbnailResult {
  readonly ok: boolean;
  readonly error: string;
}

/**
 * The end of a list: it is complete only if its last line says so, with the correct number of lines, and all lines could be
 * parsed.
 */
export interface ListEnd {
  readonly isWhole: boolean;
  readonly lines: number;
  /** The number of lines that could not be parsed. */
  readonly odd: number;
}

export interface NodesRequest {
  /** The connections to use: those of the scanner, or those for users. */
  readonly lane?: LaneName;
  /** Filled as responses arrive, so it keeps them after a failure. */
  readonly found?: Map<string, UpstreamNode | null>;
  /** Milliseconds. */
  readonly limit?: number;
}

const small = 64 * 1024;
const largestAlbums = 16 * 1024 * 1024;

/** The upstream bridge, with all of its read-only routes. Its cache is never cleared. */
export class Upstream {
  readonly limits: TimeLimits;
  readonly #connections: Connections;

  constructor({ limits = defaultTimeLimits, ...options }: UpstreamOptions) {
    this.limits = limits;
    // A request also waits for an upstream that does not respond for a while.
    const recognise = (ask: Ask, signal: AbortSignal): Promise<unknown> => this.#health(ask, limits.patience, signal);
    this.#connections = new Connections({ ...options, limits, recognise });
  }

  /**
   * The upstream's health check, which does not involve Proton: whether it has a session.
   * @throws UpstreamFailure
   */
  health(signal: AbortSignal): Promise<{ loggedIn: boolean }> {
    return this.#health(this.#connections.ask, this.limits.health, signal);
  }

  /**
   * The whole timeline in the order of the store, some lines at a time.
   * @returns how the list ended
   * @throws UpstreamFailure
   */
  async *list(signal: AbortSignal): AsyncGenerator<readonly ListedPhoto[], ListEnd, void> {
    const { idle, list: ms } = this.limits;
    const linked = linkedSignal(signal, AbortSignal.timeout(ms));
    const question = { lane: 'questions', path: '/timeline/ids' } as const;
    const reading: LineReading = {};
    let lines = 0;
    let odd = 0;
    try {
      const answer = await this.#ask({ ...question, headersTimeout: idle, bodyTimeout: 0 }, linked.signal);
      for await (const chunk of readLines(answer.body, reading, { ...defaultLineLimits, idle }, linked.signal)) {
        lines += chunk.length;
        const photos = chunk.map(readListed).filter((photo) => photo !== undefined);
        odd += chunk.length - photos.length;
        yield photos;
      }
      return { isWhole: reading.done === lines && odd === 0, lines, odd };
    } catch (error) {
      throw timedOut(error, signal, linked.signal);
    } finally {
      linked.release();
    }
  }

  /**
   * The nodes of up to a thousand photos. Nothing is known about a photo without an entry in the result.
   * @returns by uid; null for photos that the store does not have
   * @throws UpstreamFailure
   */
  async nodes(
    uids: readonly string[],
    signal: AbortSignal,
    { lane = 'questions', found = new Map(), limit: ms = this.limits.question }: NodesRequest = {},
  ): Promise<Map<string, UpstreamNode | null>> {
    const { idle } = this.limits;
    const requested = new Set(uids);
    const question = { lane, method: 'POST', path: '/nodes', payload: { uids } } as const;
    return withTimeLimit(signal, ms, async (limit) => {
      const answer = await this.#ask({ ...question, headersTimeout: idle, bodyTimeout: 0 }, limit);
      for await (const lines of readLines(answer.body, {}, { ...defaultLineLimits, idle }, limit)) {
        for (const line of lines) {
          const nodeAnswer = readNodeAnswer(line);
          if (nodeAnswer && requested.has(nodeAnswer.uid)) found.set(nodeAnswer.uid, nodeAnswer.node);
        }
      }
      return found;
    });
  }

  /** All albums. @throws UpstreamFailure */
  async albums(signal: AbortSignal): Promise<{ uid: string; name: string }[]> {
    const body = await this.#json({ path: '/albums' }, largestAlbums, signal);
    const albums = body?.['albums'];
    if (body?.['ok'] !== true || !Array.isArray(albums)) throw unexpected('its albums');
    return (albums as unknown[]).flatMap((album) => {
      const { uid, name } = (album ?? {}) as { uid?: unknown; name?: unknown };
      return isUid(uid) && typeof name === 'string' ? [{ uid, name: name.slice(0, 1000) }] : [];
    });
  }

  /** Makes the upstream write thumbnails into the work folder. @returns by uid @throws UpstreamFailure */
  async thumbnails(
    uids: readonly string[],
    isBackground: boolean,
    signal: AbortSignal,
  ): Promise<Map<string, ThumbnailResult>> {
    const lane = isBackground ? 'questions' : 'people';
    const ms = isBackground ? this.limits.question : this.limits.patience;
    const question = { lane, method: 'POST', path: '/thumbnails', payload: { uids }, headersTimeout: ms } as const;
    const body = await this.#json(question, largestAlbums, signal);
    const results = body?.['results'];
    if (body?.['ok'] !== true || !Array.isArray(results)) throw unexpected('thumbnails');
    return new Map(
      (results as unknown[]).flatMap((result) => {
        const { uid, ok, error } = (result ?? {}) as { uid?: unknown; ok?: unknown; error?: unknown };
        return isUid(uid) ? [[uid, { ok: ok === true, error: typeof error === 'string' ? error : '' }]] : [];
      }),
    );
  }

  /**
   * The bytes of a photo, as they arrive.
   * @param options.ms milliseconds that the upstream may take
   * @throws UpstreamFailure
   */
  async open(uid: string, { ms }: { ms: number }, signal: AbortSignal): Promise<UpstreamAnswer> {
    return this.#ask(
      {
        ...{ lane: 'photos', path: `/photo/${uid}/full` },
        headers: { 'x-timeout-ms': String(ms) },
        headersTimeout: ms + this.limits.grace,
        bodyTimeout: this.limits.piece,
      },
      signal,
    );
  }

  /** The length of a photo according to the store; null if it does not report one. @throws UpstreamFailure */
  async claimedSize(uid: string, signal: AbortSignal): Promise<number | null> {
    const { patience: ms } = this.limits;
    const question = { lane: 'people', method: 'HEAD', path: `/photo/${uid}/full` } as const;
    return withTimeLimit(signal, ms, async (limit) => {
      const answer = await this.#ask({ ...question, headersTimeout: ms, bodyTimeout: ms }, limit);
      discard(answer.body);
      return contentLength(answer);
    });
  }

  /** Closes all connections, including those in use. */
  close(): Promise<void> {
    return this.#connections.close();
  }

  async #json(
    question: Pick<Question, 'path'> & Partial<Question>,
    atMost: number,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>> | undefined> {
    const ms = question.headersTimeout ?? this.limits.question;
    return withTimeLimit(signal, ms, async (limit) => {
      const answer = await this.#ask({ lane: 'questions', headersTimeout: ms, bodyTimeout: ms, ...question }, limit);
      return readJson(answer.body, atMost, limit);
    });
  }

  /** A response with status 200 or 206. @throws UpstreamFailure for any other */
  async #ask(question: Question, signal: AbortSignal): Promise<UpstreamAnswer> {
    const answer = await this.#connections.ask(question, signal);
    if (answer.status === 200 || answer.status === 206) return answer;
    throw await refusal(answer, signal);
  }

  async #health(ask: Ask, ms: number, signal: AbortSignal): Promise<{ loggedIn: boolean }> {
    const question = { lane: 'health', path: '/health', headersTimeout: ms, bodyTimeout: ms } as const;
    try {
      return await withTimeLimit(signal, ms, async (limit) => {
        const answer = await ask(question, limit);
        const body = await readJson(answer.body, small, limit);
        const loggedIn = answer.status === 200 && body?.['ok'] === true && body['loggedIn'] === true;
        const loggedOut = answer.status === 401 && body?.['ok'] === false && typeof body['error'] === 'string';
        if (!loggedIn && !loggedOut) throw stranger(answer.status);
        return { loggedIn };
      });
    } catch (error) {
      const isAnswered = error instanceof UpstreamFailure && error.kind !== 'unreachable' && error.kind !== 'timeout';
      // Behind a proxy, other connections may lead to the same program by now, even open ones.
      if (isAnswered) this.#connections.renew();
      throw error;
    }
  }
}

/** Value of `Content-Length`; null without one. */
export function contentLength({ headers }: UpstreamAnswer): number | null {
  const value = headers['content-length'] ?? '';
  return /^\d{1,15}$/.test(value) ? Number(value) : null;
}

const stranger = (status: number): UpstreamFailure =>
  new UpstreamFailure(
    'stranger',
    `What answers at BRIDGE_UPSTREAM is not a bridge of proton-faces (HTTP ${status}): see what the address leads to.`,
  );

const unexpected = (subject: string): UpstreamFailure =>
  new UpstreamFailure(
    'bad_answer',
    `The bridge of proton-faces answers in another way than is known about ${subject}.`,
  );

/** Calls `work` with a signal that is also aborted after `ms`. @throws UpstreamFailure `timeout`, and the errors of `work` */
async function withTimeLimit<T>(signal: AbortSignal, ms: number, work: (limit: AbortSignal) => Promise<T>): Promise<T> {
  const { signal: limit, release } = linkedSignal(signal, AbortSignal.timeout(ms));
  try {
    return await work(limit);
  } catch (error) {
    throw timedOut(error, signal, limit);
  } finally {
    release();
  }
}

/** An expired time limit is a timeout; otherwise the caller has aborted the request. */
function timedOut(error: unknown, signal: AbortSignal, limit: AbortSignal): unknown {
  if (signal.aborted || !limit.aborted) return error;
  return new UpstreamFailure('timeout', 'The bridge of proton-faces took too long to answer.', { cause: error });
}

/** The failure for an error response. Its body is read, so that the connection can be reused. */
async function refusal(answer: UpstreamAnswer, signal: AbortSignal): Promise<UpstreamFailure> {
  const { status, headers, body } = answer;
  await readJson(body, small, signal).catch(() => undefined);
  switch (status) {
    case 401:
      return new UpstreamFailure(
        'refused',
        'The bridge of proton-faces refuses the token: set BRIDGE_UPSTREAM_TOKEN to its BRIDGE_TOKEN.',
      );
    case 503: {
      const value = headers['retry-after'] ?? '';
      const retryAfter = /^\d{1,4}$/.test(value) ? Math.max(1, Number(value)) : 2;
      return new UpstreamFailure('busy', 'The bridge of proton-faces asks for a pause.', { retryAfter });
    }
    case 504:
      return new UpstreamFailure('timeout', 'Proton took too long to answer its bridge.');
    case 507:
      return new UpstreamFailure('no_room', 'The bridge of proton-faces has no room for this video: free some disk.');
    case 500:
    case 502:
      return new UpstreamFailure('failed', 'The bridge of proton-faces could not do this; its log says more.');
    default:
      return new UpstreamFailure('bad_answer', `The bridge of proton-faces answered ${status}.`);
  }
}
