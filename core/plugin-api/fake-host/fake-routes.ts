import type { AuditEvent, Caller, PluginCall, PluginHttpError, PluginRoute, Role, Schema } from '../plugin-route.ts';
import { seenAnswer, type SeenAnswer } from './fake-reply.ts';
import { TooManyAttempts } from './fake-accounts.ts';
import { noteBrowser } from './calling-browser.ts';

/** A request to one of the plugin's routes. */
export interface FakeCall {
  /** Who calls; absent: nobody who is signed in. */
  readonly caller?: Caller;
  readonly query?: Record<string, unknown>;
  readonly payload?: unknown;
  readonly signal?: AbortSignal;
  /** By names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: Readonly<Record<string, string>>;
  /** Default `http://photos.test`. */
  readonly origin?: string;
  /** The client's IP address; default `192.0.2.1`. */
  readonly address?: string;
  /** The browser that calls, as an object that stands for it; default the same one for all calls. */
  readonly browser?: object;
}

const usualBrowser = {};

/** What a client would see. */
export interface FakeAnswer extends SeenAnswer {
  /** For the header `X-Error-Kind`, where the plugin names one. */
  readonly problem?: string;
}

const ranks: Readonly<Record<Role, number>> = { read: 1, write: 2, admin: 3 };

/** A request that ends before the handler is called. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Answers as the server does: access first, then schemas, then the handler. @param audit where events go */
export async function callRoute(
  routes: readonly PluginRoute[],
  [method, path]: readonly [string, string],
  asked: FakeCall,
  audit: (event: AuditEvent) => void,
): Promise<FakeAnswer> {
  const { caller, query = {}, payload, signal = new AbortController().signal } = asked;
  const { headers = {}, cookies = {}, origin = 'http://photos.test', address = '192.0.2.1' } = asked;
  try {
    const { route, params } = find(routes, method, path);
    admit(route, caller);
    const call: PluginCall = {
      params: (await valid('path', route.params, params)) as Record<string, unknown>,
      query: (await valid('query', route.query, query)) as Record<string, unknown>,
      payload: await valid('body', route.payload, route.raw ? Buffer.from(payload as Uint8Array) : payload),
      caller: caller ?? null,
      signal,
      headers,
      cookies,
      origin,
      address,
    };
    noteBrowser(call, asked.browser ?? usualBrowser);
    const answer = await route.handler(call);
    const seen = await seenAnswer(route, answer);
    const event = route.audit?.(call, answer);
    if (event) audit(event);
    return seen;
  } catch (error) {
    return refusal(error);
  }
}

/** @throws what is no answer of the plugin, but a mistake in it */
function refusal(error: unknown): FakeAnswer {
  const answer = (status: number, { message }: Error, problem?: string): FakeAnswer => ({
    status,
    body: { detail: message },
    ...(problem === undefined ? {} : { problem }),
  });
  if (error instanceof Refusal) return answer(error.status, error);
  if (error instanceof TooManyAttempts) return answer(429, error);
  // Of another copy of the contract, it may be of another class.
  if (error instanceof Error && error.name === 'PluginHttpError') {
    const { status, problem } = error as Error & Pick<PluginHttpError, 'status' | 'problem'>;
    return answer(status, error, problem);
  }
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
  if (!caller) throw new Refusal(401, 'Sign in first.');
  if (ranks[caller.role] < ranks[access]) throw new Refusal(403, `This needs the role ${access}.`);
}

async function valid(what: string, schema: Schema | undefined, value: unknown): Promise<unknown> {
  if (!schema) return value;
  const result = await schema['~standard'].validate(value);
  if (result.issues) throw new Refusal(400, `${what}: ${result.issues.map(({ message }) => message).join('; ')}`);
  return result.value;
}
