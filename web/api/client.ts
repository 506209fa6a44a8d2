import type { ErrorBody, ErrorName, TokenPair, User } from '../../core/http/wire.ts';
import { ApiError, ServerLost, type Refused } from './errors.ts';

export interface ClientOptions {
  readonly fetch: typeof fetch;
  /** The server's origin; empty for that of the page. */
  readonly base?: string;
  /** The messages for an unreachable server, for an ended session, and for an error response without a message. */
  readonly sentences: { readonly lost: string; readonly ended: string; readonly status: (status: number) => string };
  /** A message that replaces the server's; null to show the server's own. */
  readonly inOwnWords: (refused: Refused) => string | null;
  /**
   * A random key that identifies this browser when it renews the session again. All tabs share it; it is not part of the
   * cookie, and it is replaced after a sign-out.
   */
  readonly renewalKey: { read(): string; replace(): void };
  pause(milliseconds: number): Promise<void>;
  /**
   * Called when the session has ended: its token is invalid and could not be renewed.
   * @param isReplaced whether the browser has another user's session, begun in another tab
   */
  onSessionEnded(isReplaced: boolean): void;
  /**
   * Called when somebody has signed in after another person in this page, or after signing out. The page has to be loaded
   * again, so that nothing of the session before goes on in this one; until then, no call of either is sent.
   */
  onNextSession(): void;
  /** Called when the library is locked, so that the server rejects all requests. */
  onLocked(): void;
  /** Called after each request, with whether the server answered. */
  onReached(isReached: boolean): void;
}

/** The options of a request. */
export interface Request {
  readonly body?: unknown;
  readonly stop?: AbortSignal | undefined;
  /** Whether the request should complete even if the page is closed. */
  readonly keepalive?: boolean;
  /** Timeout in milliseconds. */
  readonly longest?: number;
  /** Whether the answer counts even after the user has signed out, since nobody gets it twice. */
  readonly isGivenOnce?: boolean;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const longestWait = 30_000;
/** The longest wait before another attempt at renewal, in milliseconds, even if the server asks for more. */
const longestPause = 5000;

/**
 * How long before it expires an access token is renewed: in milliseconds, or as a fraction of its lifetime if that is less.
 */
const renewalMargin = { time: 10_000, share: 0.1 };

/** The HTTP client of the API. It keeps the access token in memory only, and renews it before it expires. */
export class Client {
  readonly #options: ClientOptions;
  #token: string | null = null;
  /** Whose session it is, or was last. */
  #user: User | null = null;
  /** Whether that user has signed out, or another one in: this page is not for the next session. */
  #hasLeft = false;
  /** Whether the cookie is of another user's session. */
  #isReplaced = false;
  /** When to renew the token, in milliseconds since the epoch. */
  #renewAt = Infinity;
  #renewing: Promise<User | null> | null = null;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /**
   * Sends a request of the signed-in user; if the token is no longer valid, it is renewed and the request sent again. After
   * the user has signed out, or another one in, it neither goes on nor fails: nobody is waiting for it.
   */
  call<T>(method: Method, path: string, request: Request = {}): Promise<T> {
    const outcome = this.#hasLeft ? never() : this.#call<T>(method, path, request);
    return outcome.finally(() => (this.#hasLeft && !request.isGivenOnce ? never() : undefined));
  }

  async #call<T>(method: Method, path: string, request: Request): Promise<T> {
    if (this.#token && Date.now() >= this.#renewAt && !(await this.renew())) this.#end();
    const token = this.#token;
    const response = await this.#send(method, path, request);
    if (response.status !== 401) return this.#read(response);
    await response.body?.cancel();
    // Another request may have renewed the token in the meantime, or found that the session is over.
    const isOver = this.#token === token ? !(await this.renew()) : this.#token === null;
    if (isOver) this.#end();
    return this.#read(await this.#send(method, path, request));
  }

  /** Sends a request that needs no session, or starts one. */
  async ask<T>(method: Method, path: string, request: Request = {}): Promise<T> {
    return this.#read(await this.#send(method, path, request));
  }

  /** Starts a session with the token pair of a sign-in, unless it is the next session: see `onNextSession`. */
  take(pair: TokenPair): void {
    this.#hasLeft ||= this.#user !== null && this.#user.id !== pair.user.id;
    if (this.#hasLeft) {
      this.#token = null;
      this.#options.onNextSession();
    } else this.#keep(pair);
  }

  #keep(pair: TokenPair): void {
    const life = pair.expires_in * 1000;
    this.#token = pair.access_token;
    this.#user = pair.user;
    this.#renewAt = Date.now() + life - Math.min(renewalMargin.time, renewalMargin.share * life);
  }

  /** To be called when the user signs out; `logout` also ends the session. */
  leave(): void {
    this.#hasLeft = true;
  }

  /**
   * Ends the session, also on the server, even if the page is closed. A token that is about to expire is renewed first. A
   * session that the server no longer knows counts as ended.
   * @throws if the server cannot be reached; call it again then
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

  /** Renews the session with its cookie, with one request for all concurrent calls; null if there is no session. */
  renew(): Promise<User | null> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  #end(): never {
    if (!this.#hasLeft) this.#options.onSessionEnded(this.#isReplaced);
    throw new ApiError(401, this.#options.sentences.ended);
  }

  /**
   * Tabs renew with the same cookie, independently of each other. The server gives all of them the same answer, even if an
   * earlier answer was lost. If it cannot, because a tab has another key, the second tab has to try again; the browser then
   * sends the cookie that the first one received. The answer is dropped if somebody signed in or out here meanwhile; another
   * user's session, begun in another tab, counts as none.
   */
  async #renew(): Promise<User | null> {
    const path = '/api/auth/refresh';
    const token = this.#token;
    const user = this.#user;
    for (let isFirst = true; ; isFirst = false) {
      const body = { renewal_key: this.#options.renewalKey.read() };
      const response = await this.#send('POST', path, { body, keepalive: true });
      const isRefused = response.status >= 400 && response.status < 500 && response.status !== 429;
      const pair = isRefused ? null : await this.#read<TokenPair>(response);
      if (isRefused) await response.body?.cancel();
      if (this.#token !== token) return this.#token === null ? null : this.#user;
      if (pair && (user === null || pair.user.id === user.id)) {
        this.#keep(pair);
        return pair.user;
      }
      if (pair || !isFirst || response.status !== 401) {
        this.#isReplaced = pair !== null;
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
    // The browser sets the content type of a form, with the boundary between its parts.
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
    // A proxy's response when it cannot reach the server; the server's own 502 to 504 are JSON.
    const isFromServer = response.headers.get('content-type')?.includes('json') ?? false;
    if (response.status >= 502 && response.status <= 504 && !isFromServer) throw this.#lost();
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
    const message = inOwnWords({ kind, detail, retryAfter }) || detail || sentences.status(status);
    throw new ApiError(status, message, { kind, retryAfter });
  }

  #lost(): ServerLost {
    this.#options.onReached(false);
    return new ServerLost(this.#options.sentences.lost);
  }
}

/** A promise that stays pending. */
const never = (): Promise<never> => new Promise(() => undefined);

/** In seconds. */
function retryAfterOf({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? NaN);
  return Number.isFinite(seconds) ? seconds : null;
}
