import type { ErrorBody, ErrorName, TokenPair, User } from '../../core/http/wire.ts';
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
   * What tells the server that it is this browser that asks once more: shared by all its tabs, random, and not part of
   * the cookie. Replaced when somebody signed out.
   */
  readonly renewalKey: { read(): string; replace(): void };
  pause(milliseconds: number): Promise<void>;
  /** The session is over: its token no longer counts and it could not be renewed. */
  onSessionEnded(): void;
  /** The library is locked: the server answers nothing of it. */
  onLocked(): void;
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

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const longestWait = 30_000;
/** At most so long the page waits before it asks for a renewal once more, whatever the server says. */
const longestPause = 5000;

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
    if (response.status !== 401) return this.#read(response);
    await response.body?.cancel();
    // Another request may have renewed it while this one was on its way.
    if (this.#token === token && !(await this.renew())) this.#end();
    return this.#read(await this.#send(method, path, request));
  }

  /** A request that needs no session, or begins one. */
  async ask<T>(method: Method, path: string, request: Request = {}): Promise<T> {
    return this.#read(await this.#send(method, path, request));
  }

  /** A session has begun. */
  take(pair: TokenPair): void {
    const life = pair.expires_in * 1000;
    this.#token = pair.access_token;
    this.#renewAt = Date.now() + life - Math.min(early.time, early.share * life);
  }

  /**
   * Ends the session, on the server too even when the page goes away meanwhile. It is renewed first when its token is about
   * to run out. The server knowing of none any more is as good.
   * @throws when the server cannot be told: to be called again
   */
  async logout(): Promise<void> {
    if (this.#token && Date.now() >= this.#renewAt) await this.renew();
    const path = '/api/auth/logout';
    const response = await this.#send('POST', path, { keepalive: true });
    if (response.status === 401) await response.body?.cancel();
    else await this.#read(response);
    this.#token = null;
    this.#options.renewalKey.replace();
  }

  /** Renews the session through its cookie, once however many ask at the same time; null when there is none. */
  renew(): Promise<User | null> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  #end(): never {
    this.#options.onSessionEnded();
    throw new ApiError(401, this.#options.sentences.ended);
  }

  /**
   * Other tabs renew with the same cookie and take no notice of each other: the server tells all of them the same, and
   * again when its answer was lost. Where it does not, since one of them has another key, it asks whoever came second to
   * come once more; the browser then sends the cookie that the first has got.
   */
  async #renew(): Promise<User | null> {
    const path = '/api/auth/refresh';
    for (let isFirst = true; ; isFirst = false) {
      const body = { renewal_key: this.#options.renewalKey.read() };
      const response = await this.#send('POST', path, { body, keepalive: true });
      const isRefused = response.status >= 400 && response.status < 500 && response.status !== 429;
      if (!isRefused) {
        const pair = await this.#read<TokenPair>(response);
        this.take(pair);
        return pair.user;
      }
      await response.body?.cancel();
      if (!isFirst || response.status !== 401) {
        this.#token = null;
        return null;
      }
      await this.#options.pause(Math.min((retryAfterOf(response) ?? 0) * 1000, longestPause));
    }
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

  async #read<T>(response: Response): Promise<T> {
    let answer: unknown;
    if (response.status === 204) return answer as T;
    try {
      answer = await response.json();
    } catch (error) {
      if ((error as Error).name === 'AbortError') throw error;
      if (response.ok) throw this.#lost();
    }
    if (response.ok) return answer as T;
    const { status } = response;
    const retryAfter = retryAfterOf(response);
    const { sentences, inOwnWords } = this.#options;
    const { detail = '' } = (answer ?? {}) as Partial<ErrorBody>;
    const kind = response.headers.get('x-error-kind') as ErrorName | null;
    if (kind === 'library_locked') this.#options.onLocked();
    throw new ApiError(
      status,
      inOwnWords({ kind, detail, retryAfter }) || detail || sentences.status(status),
      retryAfter,
    );
  }

  #lost(): ServerLost {
    this.#options.onReached(false);
    return new ServerLost(this.#options.sentences.lost);
  }
}

/** Seconds. */
function retryAfterOf({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) ? seconds : null;
}
