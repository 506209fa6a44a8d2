import type { AuditEvent, Caller, PluginCall, PluginHttpError, PluginRoute, Role } from '../plugin-route.ts';
import { checkOfBody, checkOfText, type InputCheck } from '../shapes/input.ts';
import { failures, usualBody } from '../shapes/route.ts';
import { clientAnswer, type ClientAnswer } from './fake-reply.ts';
import { TooManyAttempts } from './fake-accounts.ts';
import { noteBrowser } from './calling-browser.ts';

/** A request to one of the plugin's routes. */
export interface FakeCall {
  /** Absent: a caller who is not signed in. */
  readonly caller?: Caller;
  /** Numbers and booleans arrive as text, as in a URL. */
  readonly query?: Record<string, unknown>;
  /** Sent as JSON; bytes for a `raw` route. Absent: a request without a body. */
  readonly payload?: unknown;
  readonly signal?: AbortSignal;
  /** By names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The plugin's cookies. They are only sent with requests below `/plugins/<its name>/`. */
  readonly cookies?: Readonly<Record<string, string>>;
  /** Default `http://photos.test`. */
  readonly origin?: string;
  /** The client's IP address; default `192.0.2.1`. */
  readonly address?: string;
  /** An object that identifies the browser; default the same one for all calls. */
  readonly browser?: object;
}

const usualBrowser = {};

/** The response as a client would get it. */
export interface FakeAnswer extends ClientAnswer {
  /** The value of the header `X-Error-Kind`, if the plugin sets one. */
  readonly problem?: string;
}

const ranks: Readonly<Record<Role, number>> = { read: 1, write: 2, admin: 3 };

/** The server rejects a request before it calls the handler. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Headers with credentials, which only the server gets. */
const proofs: readonly string[] = ['authorization', 'proxy-authorization', 'cookie', 'set-cookie'];

/** Responds like the server: checks access, then schemas, then calls the handler. @param audit receives events */
export async function callRoute(
  routes: readonly PluginRoute[],
  [method, path]: readonly [string, string],
  request: FakeCall,
  audit: (event: AuditEvent) => void,
): Promise<FakeAnswer> {
  const { caller, query = {}, signal = new AbortController().signal } = request;
  const { headers = {}, cookies = {}, origin = 'http://photos.test', address = '192.0.2.1' } = request;
  try {
    const { route, params } = find(routes, method, path);
    admit(route, caller);
    const call: PluginCall = {
      params: (await valid(checkOfText(route.params), params)) as Record<string, unknown>,
      query: (await valid(checkOfText(route.query), asText(query))) as Record<string, unknown>,
      payload: await payloadOf(route, request.payload),
      caller: caller ?? null,
      signal,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !proofs.includes(name))),
      cookies: path.startsWith('/plugins/') ? cookies : {},
      origin,
      address,
    };
    noteBrowser(call, request.browser ?? usualBrowser);
    const answer = await handled(route, call);
    const response = await clientAnswer(route, answer);
    const event = route.audit?.(call, answer);
    if (event) audit(event);
    return response;
  } catch (error) {
    return refusal(error);
  }
}

/** @throws what the handler throws, or another error for a `PluginHttpError` that the server does not answer */
async function handled(route: PluginRoute, call: PluginCall): Promise<unknown> {
  try {
    return await route.handler(call);
  } catch (error) {
    if (!isHttpError(error) || failures.includes(error.status)) throw error;
    const { method, path } = route;
    const sentence = `${method} ${path} throws a PluginHttpError of status ${error.status}`;
    throw new Error(`${sentence}: use ${failures.join(', ')}.`, { cause: error });
  }
}

/** An error from another copy of the contract has a different class. */
const isHttpError = (error: unknown): error is PluginHttpError =>
  error instanceof Error && error.name === 'PluginHttpError';

/** @throws the error if it is a bug in the plugin rather than a response */
function refusal(error: unknown): FakeAnswer {
  const answer = (status: number, { message }: Error, problem?: string): FakeAnswer => ({
    status,
    body: { detail: message },
    ...(problem === undefined ? {} : { problem }),
  });
  if (error instanceof Refusal) return answer(error.status, error);
  if (error instanceof TooManyAttempts) return answer(429, error);
  if (isHttpError(error)) return answer(error.status, error, error.problem);
  throw error;
}

function find(
  routes: readonly PluginRoute[],
  method: string,
  path: string,
): { route: PluginRoute; params: Record<string, string> } {
  for (const route of routes) {
    if (route.method !== method) continue;
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    const pattern = route.path.replace(/[.~]/g, '\\$&').replace(/\{\w+\}/g, '([^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(path);
    if (!match) continue;
    const params = Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(match[at + 1] ?? '')]));
    return { route, params };
  }
  throw new Refusal(404, 'There is no such route.');
}

function admit({ access }: PluginRoute, caller: Caller | undefined): void {
  if (access === 'none') return;
  if (!caller) throw new Refusal(401, 'Sign in first: this needs an access token.');
  if (ranks[caller.role] >= ranks[access]) return;
  throw new Refusal(403, `Your role may not do this: it needs the role ${access}.`);
}

/** The body as the handler gets it. @throws Refusal for a body that is too large or does not match the schema */
async function payloadOf(
  { method, raw, payload: schema, largestBody = usualBody }: PluginRoute,
  payload: unknown,
): Promise<unknown> {
  if (method === 'GET') return undefined;
  if (!raw && payload === undefined) return valid(checkOfBody(schema), undefined);
  const bytes = raw ? Buffer.from((payload ?? []) as Uint8Array) : Buffer.from(JSON.stringify(payload));
  if (bytes.length > largestBody) throw new Refusal(413, 'The body is too large.');
  return raw ? bytes : valid(checkOfBody(schema), JSON.parse(bytes.toString()));
}

/** The query as text, as in a URL. */
function asText(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const text = (value: unknown): unknown => (Array.isArray(value) ? value.map(text) : String(value));
  const present = Object.entries(query).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name, text(value)]));
}

async function valid(check: InputCheck, value: unknown): Promise<unknown> {
  const input = await check(value);
  if ('refusal' in input) throw new Refusal(400, input.refusal);
  return input.value;
}
