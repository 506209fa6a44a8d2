import { Readable } from 'node:stream';
import type { Problem } from './problem.ts';

/** An unchecked reply: plugins in JavaScript may pass anything. */
interface GivenReply {
  readonly body: unknown;
  readonly status: unknown;
  readonly headers: unknown;
  readonly cookies: unknown;
}

/** Headers that the server sets on each response, and headers of the connection. */
const ofServer: readonly string[] = [
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'trailer',
  'upgrade',
  // A service worker would stay in browsers for URLs outside the plugin's own, even after the plugin is removed.
  'service-worker-allowed',
];
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/;
const cookieName = /^[A-Za-z0-9_-]{1,64}$/;
const sameSites: readonly unknown[] = [undefined, 'Strict', 'Lax', 'None'];
/** Statuses that have no body (RFC 9110). */
const bodiless: readonly unknown[] = [204, 205, 304];

/** The problem with a reply; null if it can be sent. */
export function replyProblem({ body, status, headers, cookies }: GivenReply): Problem | null {
  if (!Number.isInteger(status) || (status as number) < 200 || (status as number) > 599) {
    return [`has status ${String(status)}`, 'use a whole number from 200 to 599'];
  }
  const bodyIsWrong = bodyProblem(body);
  if (bodyIsWrong) return bodyIsWrong;
  if (bodiless.includes(status) && body !== null) return [`of status ${String(status)} has a body`, 'give null'];
  if (!isRecord(headers)) return ['has headers that are not an object', 'write { name: value }'];
  for (const [name, value] of Object.entries(headers)) {
    const problem = headerProblem(name, value);
    if (problem) return problem;
  }
  if (!isRecord(cookies)) return ['has cookies that are not an object', 'write { name: value }'];
  for (const [name, cookie] of Object.entries(cookies)) {
    const problem = cookieProblem(name, cookie);
    if (problem) return problem;
  }
  return null;
}

/** The problem with what a handler answers as JSON, without a `PluginReply`; null if it can be sent. */
export function bareProblem(result: unknown): Problem | null {
  return result instanceof Readable || result instanceof Uint8Array
    ? ['is a stream or bytes', 'list its types as `media`, or give a PluginReply']
    : bodyProblem(result);
}

/** The problem with what is to be sent; null if it is a stream, bytes or a JSON value. */
function bodyProblem(body: unknown): Problem | null {
  const kind = unsendable(body);
  return kind === null
    ? null
    : [
        `has a body of type ${kind}`,
        'give a stream of node:stream (Readable.from and Readable.fromWeb make one), a Uint8Array, a string, a JSON value or null',
      ];
}

/** The type of a value that cannot be sent. JSON would turn streams and bytes of other kinds, such as the web's, into `{}`. */
function unsendable(body: unknown): string | null {
  if (body === undefined || typeof body === 'function' || typeof body === 'symbol' || typeof body === 'bigint') {
    return typeof body;
  }
  if (typeof body !== 'object' || body === null || body instanceof Readable || body instanceof Uint8Array) return null;
  const kind = Object.prototype.toString.call(body).slice('[object '.length, -1);
  if (Symbol.asyncIterator in body) return kind === 'Object' ? 'AsyncIterable' : kind;
  return kind !== 'Object' && kind !== 'Array' && JSON.stringify(body) === '{}' ? kind : null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function headerProblem(name: string, value: unknown): Problem | null {
  const lower = name.toLowerCase();
  if (!headerName.test(name)) return [`has a header ${JSON.stringify(name)}`, 'a name has letters, digits and -'];
  if (lower === 'set-cookie') return ['has the header Set-Cookie', 'give `cookies`'];
  if (ofServer.includes(lower)) return [`has the header ${name}`, 'the server sets it'];
  // Recipients could disagree about where the response ends.
  if (lower === 'content-length' && !(typeof value === 'string' && /^\d{1,15}$/.test(value))) {
    return [`has a header ${name} that is no length`, 'give digits, or leave it out'];
  }
  // Pages with secret URLs may restrict the policy, but not relax it.
  if (lower === 'referrer-policy' && value !== 'no-referrer') {
    return [`has the header ${name}`, 'the server sets it, and it can only be made no-referrer'];
  }
  if (typeof value !== 'string' || !headerValue.test(value)) {
    return [`has a header ${name} that cannot be sent`, 'its value must be one line of text in Latin-1'];
  }
  return null;
}

function cookieProblem(name: string, cookie: unknown): Problem | null {
  if (!cookieName.test(name)) {
    return [`has a cookie ${JSON.stringify(name)}`, 'a name has up to 64 letters, digits, - and _'];
  }
  if (cookie === null || typeof cookie === 'string') return null;
  if (!isRecord(cookie) || typeof cookie['value'] !== 'string') {
    return [`has a cookie ${name} without a value`, 'give a string, { value, maxAge } or null'];
  }
  const { maxAge, sameSite } = cookie;
  if (maxAge !== undefined && !(Number.isInteger(maxAge) && (maxAge as number) > 0)) {
    return [
      `has a maxAge of the cookie ${name} that is not a time`,
      'give whole seconds above 0, or clear it with null',
    ];
  }
  return sameSites.includes(sameSite)
    ? null
    : [`has a sameSite of the cookie ${name} that browsers do not know`, 'use Strict, Lax or None'];
}
