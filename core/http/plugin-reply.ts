import { Readable } from 'node:stream';
import { isPluginReply, type PluginReply, type PluginRoute } from '../plugin-api/index.ts';
import { replyProblem } from '../plugin-api/shapes/reply.ts';
import { byteStream } from './pipeline/byte-stream.ts';
import { JsonText } from './pipeline/json-text.ts';
import { Reply } from './pipeline/route.ts';
import type { PluginCookies } from './pipeline/plugin-cookies.ts';

/** A plugin's answer in the form in which the server sends it, with the original value. */
export class AnswerOfPlugin extends Reply {
  readonly given: unknown;

  constructor(given: unknown, body: Reply['body'], options: ConstructorParameters<typeof Reply>[1] = {}) {
    super(body, options);
    this.given = given;
  }
}

/** The cookies of a reply. */
interface Cookies {
  readonly ofPlugin: PluginCookies;
  /** The server's own cookies that are sent along. */
  readonly own: Record<string, string>;
}

/**
 * Converts the answer of a plugin's handler to a reply of the server.
 * @throws Error for answers that cannot be sent
 */
export function replyOf(given: unknown, { answer, method, path }: PluginRoute, cookies: Cookies): AnswerOfPlugin {
  if (isPluginReply(given)) return ofReply(given, `${method} ${path}`, cookies);
  const isBytes = given instanceof Readable || given instanceof Uint8Array;
  if ('media' in answer && (isBytes || typeof given === 'string')) {
    const headers = { 'content-type': typed(answer.media[0] ?? '') };
    return new AnswerOfPlugin(given, bytesOf(given), { headers, cookies: cookies.own });
  }
  // A bare string would be sent as a page.
  const isObject = typeof given === 'object' || given === undefined;
  return new AnswerOfPlugin(given, isObject ? (given ?? null) : new JsonText(JSON.stringify(given)), {
    cookies: cookies.own,
  });
}

function ofReply(given: PluginReply, name: string, { ofPlugin, own }: Cookies): AnswerOfPlugin {
  // Checked again, since the reply may come from another copy of the class, or may have been modified.
  const problem = replyProblem(given);
  if (problem) throw new Error(`The reply of ${name} ${problem[0]}: ${problem[1]}.`);
  const { status, body } = given;
  const { 'content-length': length, ...headers } = Object.fromEntries(
    Object.entries(given.headers).map(([header, value]) => [header.toLowerCase(), value]),
  );
  const options = { status, cookies: own, setCookies: ofPlugin.headersOf(given.cookies) };
  if (body === null) return new AnswerOfPlugin(given, null, { ...options, headers });
  if (body instanceof Readable) {
    const exact = length === undefined ? {} : { 'content-length': length };
    return new AnswerOfPlugin(given, byteStream(body, length === undefined ? undefined : Number(length)), {
      ...options,
      headers: { 'content-type': 'application/octet-stream', ...headers, ...exact },
    });
  }
  if (body instanceof Uint8Array || typeof body === 'string') {
    const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream';
    return new AnswerOfPlugin(given, bytesOf(body), { ...options, headers: { 'content-type': type, ...headers } });
  }
  return new AnswerOfPlugin(given, new JsonText(JSON.stringify(body)), { ...options, headers });
}

function bytesOf(body: Readable | Uint8Array | string): Readable | Buffer {
  if (body instanceof Readable) return byteStream(body);
  return typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

const typed = (type: string): string => (type.startsWith('text/') ? `${type}; charset=utf-8` : type);
