import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Dispatcher, Pool } from 'undici';
import { UpstreamFailure } from './failure.ts';
import type { TimeLimits } from './time-limits.ts';

/**
 * Each lane has its own connections, so that lanes never wait for each other: health checks wait for nothing, requests of
 * users (small ones and thumbnails) do not wait for lists, and nothing waits for photos.
 */
export type Lane = 'health' | 'people' | 'questions' | 'photos';

/** Concurrent requests per lane. */
const atOnce: Readonly<Record<Lane, number>> = {
  // During an outage, one health check is sent each second, until the first one times out.
  health: 8,
  people: 4,
  // A list, a batch of nodes and one of thumbnails.
  questions: 3,
  // One less than the upstream can serve, since its own pages also show photos.
  photos: 4,
};

export interface Question {
  readonly lane: Lane;
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly path: string;
  readonly payload?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds until the response begins, and between two chunks of it. */
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
  /** Whether the token is sent. */
  readonly withToken: boolean;
}

export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Must be read to its end, or destroyed. */
  readonly body: Readable;
}

interface Options {
  /** `http://127.0.0.1:8090`, with the path prefix of a proxy if there is one. */
  readonly origin: string;
  readonly basePath: string;
  readonly token: string | undefined;
  readonly limits: TimeLimits;
  /** Called when a connection has ended: the next one may lead to another program. */
  readonly onDisconnect: () => void;
}

/** A small number of persistent connections to the upstream. */
export class Connection {
  readonly #options: Options;
  #pools: Promise<Readonly<Record<Lane, Pool>>> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Sends one request, without following redirects.
   * @throws UpstreamFailure `unreachable`, `timeout`, `bad_answer`; the signal's reason
   */
  async ask(question: Question, signal: AbortSignal): Promise<UpstreamAnswer> {
    const { lane, method = 'GET', path, payload, headers, headersTimeout, bodyTimeout, withToken } = question;
    const { basePath, token } = this.#options;
    const options: Dispatcher.RequestOptions = {
      path: basePath + path,
      method,
      headers: {
        'accept-encoding': 'identity',
        ...(withToken && token !== undefined && { authorization: `Bearer ${token}` }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined && { body: JSON.stringify(payload) }),
      headersTimeout,
      bodyTimeout,
      signal,
    };
    try {
      const pools = await (this.#pools ??= this.#connect());
      const answer = await pools[lane].request(options);
      return { status: answer.statusCode, headers: answer.headers, body: answer.body };
    } catch (error) {
      throw signal.aborted ? signal.reason : failureOf(error);
    }
  }

  /** Closes all connections, including those in use. */
  async close(): Promise<void> {
    const pools = await this.#pools?.catch(() => undefined);
    await Promise.all(Object.values(pools ?? {}).map((pool) => pool.destroy()));
  }

  async #connect(): Promise<Readonly<Record<Lane, Pool>>> {
    const undici = await import('undici');
    const { origin, limits, onDisconnect } = this.#options;
    const pool = (lane: Lane): Pool => {
      const connect = { timeout: limits.connect };
      return new undici.Pool(origin, { connections: atOnce[lane], pipelining: 1, connect }).on(
        'disconnect',
        onDisconnect,
      );
    };
    return { health: pool('health'), people: pool('people'), questions: pool('questions'), photos: pool('photos') };
  }
}

/** Translates errors of undici. */
export function failureOf(error: unknown): UpstreamFailure {
  if (error instanceof UpstreamFailure) return error;
  const { code = '' } = error as { code?: string };
  const cause = { cause: error };
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return new UpstreamFailure('timeout', 'The bridge of proton-faces took too long to answer.', cause);
  }
  if (code.startsWith('HPE_') || code === 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH') {
    return new UpstreamFailure('stranger', 'What answers at BRIDGE_UPSTREAM does not speak HTTP as it should.', cause);
  }
  return new UpstreamFailure(
    'unreachable',
    'The bridge of proton-faces does not answer at BRIDGE_UPSTREAM: see whether it runs.',
    cause,
  );
}
