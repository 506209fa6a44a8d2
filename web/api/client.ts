import type { ErrorBody, TokenPair, User } from '../../core/http/wire.ts';
import { ApiError, ServerLost, type Refused } from './errors.ts';

export interface ClientOptions {
  readonly fetch: typeof fetch;
  /** Where the server is; empty for the page's own origin. */
  readonly base?: string;
  /** What is said of a lost server, of what the end of the session came before, and of an answer that says nothing. */
  readonly sentences: { readonly lost: string; readonly ended: string; readonly status: (status: number) => string };
  /** What is said in place of the server's own sentence; null where that is to be shown. */
  readonly inOwnWords: (refused: Refused) => string | null;
  /**
   * Runs work that no other tab does at the same time. A refresh token that is sent twice ends the session, and all
   * tabs share one.
   */
  lock<T>(work: () => Promise<T>): Promise<T>;
  /** The session is over: its token no longer counts and it could not be renewed. */
  onSessionEnded(): void;
  /** Told after each answer and each failure to get one. */
  onReached(reached: boolean): void;
}

/** What a request may carry beside its path. */
export interface Request {
  readonly body?: unknown;
  readonly stop?: AbortSignal | undefined;
  /** Finish even when the page goes away meanwhile. */
  readonly keepalive?: boolean;
  /** Milliseconds that the answer may take. */
  readonly longest?: number;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const longestWait = 30_000;

/** So long before an access token runs out it is renewed: milliseconds, or this share of its life where that is less. */
const early = { time: 10_000, share: 0.1 };

/** Speaks to the server. Keeps the access token, in memory alone, and renews it before it runs out. */
export class Client {
  readonly #options: ClientOptions;
  #token: string | null = null;
  /** When the token is to be renewed; milliseconds since the epoch. */
  #renewAt = Infinity;
  #renewing: Promise<User | null> | null = null;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** A request of the signed-in user, sent again with a new token when the old one does not count any more. */
  async call<T>(method: Method, path: string, request: Request = {}): Promise<T> {
    if (this.#token && Date.now() >= this.#renewAt && !(await this.renew())) this.#end();
    const token = this.#token;
    const response = await this.#send(method, path, request);
    if (response.status !== 401) return this.#read(response, method, path);
    await response.body?.cancel();
    // Another request may have renewed it while this one was on its way.
    if (this.#token === token && !(await this.renew())) this.#end();
    return this.#read(await this.#send(method, path, request), method, path);
  }

  /** A request that needs no session, or begins one. */
  async ask<T>(method: Method, path: string, request: Request = {}): Promise<T> {
    return this.#read(await this.#send(method, path, request), method, path);
  }

  /** A session has begun. */
  take(pair: TokenPair): void {
    const life = pair.expires_in * 1000;
    this.#token = pair.access_token;
    this.#renewAt = Date.now() + life - Math.min(early.time, early.share * life);
  }

  /** Ends the session; the server is told even when the page goes away meanwhile. */
  async logout(): Promise<void> {
    const response = await this.#send('POST', '/api/auth/logout', { keepalive: true });
    this.#token = null;
    await response.body?.cancel();
  }

  /** Renews the session through its cookie, once however many ask at the same time; null when there is none. */
  renew(): Promise<User | null> {
    this.#renewing ??= this.#options
      .lock(() => this.#renew())
      .finally(() => {
        this.#renewing = null;
      });
    return this.#renewing;
  }

  #end(): never {
    this.#options.onSessionEnded();
    throw new ApiError(401, this.#options.sentences.ended);
  }

  async #renew(): Promise<User | null> {
    const path = '/api/auth/refresh';
    const response = await this.#send('POST', path, { body: {}, keepalive: true });
    if (response.status >= 400 && response.status < 500 && response.status !== 429) {
      this.#token = null;
      await response.body?.cancel();
      return null;
    }
    const pair = await this.#read<TokenPair>(response, 'POST', path);
    this.take(pair);
    return pair.user;
  }

  async #send(method: Method, path: string, request: Request = {}): Promise<Response> {
    const { body, stop, keepalive = false, longest = longestWait } = request;
    const headers = new Headers();
    if (this.#token) headers.set('authorization', `Bearer ${this.#token}`);
    const isForm = body instanceof FormData;
    // The browser names a form's type itself, with the mark between its parts.
    if (body !== undefined && !isForm) headers.set('content-type', 'application/json');
    const tooLong = AbortSignal.timeout(longest);
    let response: Response;
    try {
      response = await this.#options.fetch(`${this.#options.base ?? ''}${path}`, {
        method,
        headers,
        keepalive,
        body: isForm ? body : body === undefined ? null : JSON.stringify(body),
        signal: stop ? AbortSignal.any([stop, tooLong]) : tooLong,
      });
    } catch (error) {
      if (stop?.aborted) throw error;
      throw this.#lost();
    }
    // What a proxy says when there is no server behind it; the server's own 502 to 504 speak JSON.
    const ofServer = response.headers.get('content-type')?.includes('json') ?? false;
    if (response.status >= 502 && response.status <= 504 && !ofServer) throw this.#lost();
    this.#options.onReached(true);
    return response;
  }

  async #read<T>(response: Response, method: Method, path: string): Promise<T> {
    let answer: unknown;
    try {
      answer = await response.json();
    } catch (error) {
      if ((error as Error).name === 'AbortError') throw error;
      if (response.ok) throw this.#lost();
    }
    if (response.ok) return answer as T;
    const { status } = response;
    const seconds = Number(response.headers.get('retry-after') ?? NaN);
    const retryAfter = Number.isFinite(seconds) ? seconds : null;
    const { sentences, inOwnWords } = this.#options;
    const own = inOwnWords({ method, path: path.replace(/\?.*/s, ''), status, retryAfter });
    const detail = (answer as Partial<ErrorBody> | undefined)?.detail;
    throw new ApiError(status, own ?? detail ?? sentences.status(status), retryAfter);
  }

  #lost(): ServerLost {
    this.#options.onReached(false);
    return new ServerLost(this.#options.sentences.lost);
  }
}
