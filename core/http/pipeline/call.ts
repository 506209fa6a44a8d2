import type { AuthCredentials, Request } from '@hapi/hapi';
import { forwardedAddress } from '../../domain/client-address.ts';
import type { Call, Caller } from './route.ts';

declare module '@hapi/hapi' {
  interface AppCredentials {
    /** Null for public media. */
    caller: Caller | null;
  }
}

type AnyCall = Call<unknown, unknown, unknown>;

/** The client's address; behind a trusted proxy, the address that the proxy reports. */
export function addressOf({ raw, info }: Request, trustProxy: boolean): string {
  const peer = info.remoteAddress;
  return trustProxy ? forwardedAddress(raw.req.headers['x-forwarded-for'], peer) : peer;
}

/** The call of a route, from a request with checked input. */
export function callOf(
  request: Request,
  input: Pick<AnyCall, 'params' | 'query' | 'payload'>,
  options: { trustProxy: boolean },
): AnyCall {
  return new RequestCall(request, input, addressOf(request, options.trustProxy));
}

/** A class, because creating an object with its own getter takes ten times as long. */
class RequestCall implements AnyCall {
  readonly #request: Request;
  readonly params: unknown;
  readonly query: unknown;
  readonly payload: unknown;
  readonly caller: Caller | null;
  readonly pendingToken: string | undefined;
  readonly headers: Call['headers'];
  readonly wantsBody: boolean;
  readonly address: string;
  readonly cookies: Call['cookies'];

  constructor(request: Request, input: Pick<AnyCall, 'params' | 'query' | 'payload'>, address: string) {
    const credentials = request.auth.credentials as AuthCredentials | null;
    this.#request = request;
    this.params = input.params;
    this.query = input.query;
    this.payload = input.payload;
    this.caller = credentials?.app?.caller ?? null;
    this.pendingToken = credentials?.app?.pendingToken;
    this.headers = headersOf(request);
    this.wantsBody = request.method !== 'head';
    this.address = address;
    this.cookies = cookiesOf(request);
  }

  /** Created on first use: most routes answer before a client could leave. */
  get signal(): AbortSignal {
    return signalOf(this.#request);
  }
}

/** Removes the header `Range` for HEAD, which has no body (RFC 9110, 14.2). */
function headersOf({ method, raw }: Request): Call['headers'] {
  const { headers } = raw.req;
  if (method !== 'head' || headers.range === undefined) return headers;
  return { ...headers, range: undefined };
}

/** Of several cookies with the same name, takes the first: browsers send the one with the longest path first. */
function cookiesOf({ state }: Request): Call['cookies'] {
  const cookies = Object.entries(state as Record<string, string | string[]>);
  return Object.fromEntries(cookies.map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]));
}

const signals = new WeakMap<Request, AbortSignal>();

function signalOf(request: Request): AbortSignal {
  const known = signals.get(request);
  if (known) return known;
  const controller = new AbortController();
  signals.set(request, controller.signal);
  const { res } = request.raw;
  const abort = (): void => {
    if (!res.writableFinished) controller.abort(new Error('The client went away.'));
  };
  if (res.destroyed) abort();
  else res.once('close', abort);
  return controller.signal;
}
