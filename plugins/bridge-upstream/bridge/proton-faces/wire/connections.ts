import type { Dispatcher } from 'undici';
import { Connection, type UpstreamAnswer } from './connection.ts';
import { Lane } from './lane.ts';
import type { TimeLimits } from './time-limits.ts';

/**
 * Each lane has its own connections, so that lanes never wait for each other: health checks wait for nothing, requests of
 * users (small ones and thumbnails) do not wait for lists, and nothing waits for photos.
 */
export type LaneName = 'health' | 'people' | 'questions' | 'photos';

/** Concurrent requests per lane. */
const atOnce: Readonly<Record<LaneName, number>> = {
  // During an outage, one health check is sent each second, until the first one times out.
  health: 8,
  people: 4,
  // A list, a batch of nodes and one of thumbnails.
  questions: 3,
  // One less than the upstream can serve, since its own pages also show photos.
  photos: 4,
};

export interface Question {
  /** The token is sent in all lanes but that of health checks. */
  readonly lane: LaneName;
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly path: string;
  readonly payload?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds until the response begins, and between two chunks of it. */
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}

/** Sends one request. @throws UpstreamFailure `unreachable`, `timeout`, `stranger`; the signal's reason */
export type Ask = (question: Question, signal: AbortSignal) => Promise<UpstreamAnswer>;

/** Where the upstream listens, and the token that it requires. */
export interface UpstreamAddress {
  /** `http://127.0.0.1:8090`, with the path prefix of a proxy if there is one. */
  readonly origin: string;
  readonly basePath: string;
  readonly token: string | undefined;
}

interface Options extends UpstreamAddress {
  readonly limits: TimeLimits;
  /**
   * Checks the health over a new connection, before the token is sent over it.
   * @throws UpstreamFailure if the program at its other end is no such bridge; the signal's reason
   */
  readonly recognise: (ask: Ask, signal: AbortSignal) => Promise<unknown>;
}

/** A small number of persistent connections to the upstream. */
export class Connections {
  readonly #options: Options;
  readonly #lanes: Readonly<Record<LaneName, Lane>>;

  constructor(options: Options) {
    this.#options = options;
    const { origin, limits, recognise } = options;
    const connect = (): Connection => new Connection(origin, limits.connect);
    const check = (connection: Connection, signal: AbortSignal): Promise<unknown> =>
      recognise((question, limit) => connection.ask(this.#request(question), limit), signal);
    const lane = (name: LaneName): Lane =>
      new Lane({ atOnce: atOnce[name], connect, ...(name !== 'health' && { check }) });
    this.#lanes = {
      health: lane('health'),
      people: lane('people'),
      questions: lane('questions'),
      photos: lane('photos'),
    };
  }

  readonly ask: Ask = (question, signal) => this.#lanes[question.lane].ask(this.#request(question), signal);

  /** Makes each later request begin a new connection. */
  renew(): void {
    for (const lane of Object.values(this.#lanes)) lane.renew();
  }

  /** Closes all connections, including those in use. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#lanes).map((lane) => lane.close()));
  }

  #request({ lane, method = 'GET', path, payload, headers, ...timeouts }: Question): Dispatcher.RequestOptions {
    const { basePath, token } = this.#options;
    return {
      path: basePath + path,
      method,
      headers: {
        'accept-encoding': 'identity',
        ...(lane !== 'health' && token !== undefined && { authorization: `Bearer ${token}` }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined && { body: JSON.stringify(payload) }),
      ...timeouts,
    };
  }
}
