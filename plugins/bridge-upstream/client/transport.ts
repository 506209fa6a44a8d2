import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Dispatcher, Pool } from 'undici';
import { contractHeader, contractVersion } from '../contract.ts';
import type { BridgeAddress } from './address.ts';
import { BridgeFailure, transportFailure } from './failure.ts';
import type { TimeLimits } from './limits.ts';

/**
 * Each kind of request has its own connections, so that none waits for another: JSON does not wait for photos, and users do
 * not wait for the indexer.
 */
export type Lane = 'questions' | 'background' | 'people';

/** Enough for a sync, a health check and some users' metadata pages at once. */
const questionsAtOnce = 4;

/** A paused video occupies its connection. */
const peopleAtOnce = 8;

export interface Request {
  readonly lane: Lane;
  /** Below `/v1`, with its query. */
  readonly path: string;
  /** Sent as JSON with POST. */
  readonly payload?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly headersTimeout: number;
  readonly bodyTimeout: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Must be read to its end, or destroyed. */
  readonly body: Readable;
}

interface TransportOptions {
  readonly address: BridgeAddress;
  readonly token: string;
  /** Photos that the indexer reads concurrently. */
  readonly workers: number;
  readonly limits: TimeLimits;
}

/** The connections to the bridge. A response is only accepted if it has the header of this contract. */
export class Transport {
  readonly #makeLanes: () => Promise<Readonly<Record<Lane, Pool>>>;
  #lanes: Promise<Readonly<Record<Lane, Pool>>> | undefined;
  #isClosed = false;
  readonly #basePath: string;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ address, token, workers, limits }: TransportOptions) {
    this.#makeLanes = async () => {
      // Loaded with the first request: it takes a sixth of a second, which would delay the start of the server.
      const undici = await import('undici');
      const lane = (connections: number): Pool =>
        new undici.Pool(address.origin, {
          connections,
          pipelining: 1,
          connect: {
            timeout: limits.connect,
            ...(address.socketPath === undefined ? {} : { socketPath: address.socketPath }),
          },
        });
      return { questions: lane(questionsAtOnce), background: lane(workers), people: lane(peopleAtOnce) };
    };
    this.#basePath = `${address.basePath}/v1`;
    // Bytes are counted and hashed, so proxies must not compress them.
    this.#headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' };
  }

  /**
   * Sends one request, once, without following redirects.
   * @throws BridgeFailure if the response is not from a bridge with this contract
   */
  async ask(
    { lane, path, payload, headers, headersTimeout, bodyTimeout }: Request,
    signal: AbortSignal,
  ): Promise<Answer> {
    const options: Dispatcher.RequestOptions = {
      path: this.#basePath + path,
      method: payload === undefined ? 'GET' : 'POST',
      headers: {
        ...this.#headers,
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: JSON.stringify(payload) }),
      headersTimeout,
      bodyTimeout,
      signal,
    };
    let answer: Dispatcher.ResponseData;
    try {
      const lanes = await (this.#lanes ??= this.#makeLanes());
      signal.throwIfAborted();
      if (this.#isClosed) throw new Error('The connections to the bridge are closed.');
      answer = await lanes[lane].request(options);
    } catch (error) {
      throw signal.aborted ? error : transportFailure(error);
    }
    const { statusCode: status, body } = answer;
    const stranger = notOfThisContract(answer.headers[contractHeader], status);
    if (stranger) {
      discard(body);
      throw stranger;
    }
    return { status, headers: combined(answer.headers), body };
  }

  /** Closes all connections, including those in use. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const lanes = await this.#lanes?.catch(() => undefined);
    await Promise.all(Object.values(lanes ?? {}).map((pool) => pool.destroy()));
  }
}

/** A header that occurs more than once is a list of its values (RFC 9110, section 5.3), and is parsed as such. */
function combined(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

/** Discards the rest of a response, together with its connection. */
export function discard(body: Readable): void {
  body.on('error', () => undefined);
  body.destroy();
}

/**
 * The error for a proxy's error page, a login page of the network, or a bridge with another version. It is `unreachable`,
 * because nothing in such a response, not even its status, concerns a photo.
 */
function notOfThisContract(header: string | string[] | undefined, status: number): BridgeFailure | undefined {
  const [, major] = /^(\d{1,4})(?:\.\d{1,4})*$/.exec(String(header ?? '')) ?? [];
  if (major === undefined) {
    return new BridgeFailure(
      'unreachable',
      `What answers at BRIDGE_URL is not a photofinch bridge (HTTP ${status}): see what the address leads to.`,
      { bridge: 'silent' },
    );
  }
  return Number(major) === contractVersion ? undefined : otherContract(Number(major));
}

export function otherContract(major: number): BridgeFailure {
  const older = major > contractVersion ? 'this server' : 'the bridge';
  return new BridgeFailure(
    'unreachable',
    `The bridge speaks contract ${major}, this server speaks ${contractVersion}: update ${older}.`,
    { bridge: 'answered' },
  );
}
