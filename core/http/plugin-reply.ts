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
export function replyOf(result: unknown, { answer, method, path }: PluginRoute, cookies: Cookies): AnswerOfPlugin {
  if (isPluginReply(result)) return ofReply(result, `${method} ${path}`, cookies);
  const isBytes = result instanceof Readable || result instanceof Uint8Array;
  if ('media' in answer && (isBytes || typeof result === 'string')) {
    const headers = { 'content-type': withCharset(answer.media[0] ?? '') };
    return new AnswerOfPlugin(result, bytesOf(result), { headers, cookies: cookies.own });
  }
  // A bare string would be sent as a page.
  const isObject = typeof result === 'object' || result === undefined;
  return new AnswerOfPlugin(result, isObject ? (result ?? null) : new JsonText(JSON.stringify(result)), {
    cookies: cookies.own,
  });
}

function ofReply(reply: PluginReply, name: string, { ofPlugin, own }: Cookies): AnswerOfPlugin {
  // Checked again, since the reply may come from another copy of the class, or may have been modified.
  const problem = replyProblem(reply);
  if (problem) throw new Error(`The reply of ${name} ${problem[0]}: ${problem[1]}.`);
  const { status, body } = reply;
  const { 'content-length': length, ...headers } = Object.fromEntries(
    Object.entries(reply.headers).map(([header, value]) => [header.toLowerCase(), value]),
  );
  const options = { status, cookies: own, setCookies: ofPlugin.headersOf(reply.cookies) };
  if (body === null) return new AnswerOfPlugin(reply, null, { ...options, headers });
  if (body instanceof Readable) {
    const contentLength = length === undefined ? {} : { 'content-length': length };
    return new AnswerOfPlugin(reply, byteStream(body, length === undefined ? undefined : Number(length)), {
      ...options,
      headers: { 'content-type': 'application/octet-stream', ...headers, ...contentLength },
    });
  }
  if (body instanceof Uint8Array || typeof body === 'string') {
    const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream';
    return new AnswerOfPlugin(reply, bytesOf(body), { ...options, headers: { 'content-type': type, ...headers } });
  }
  return new AnswerOfPlugin(reply, new JsonText(JSON.stringify(body)), { ...options, headers });
}

function bytesOf(body: Readable | Uint8Array | string): Readable | Buffer {
  if (body instanceof Readable) return byteStream(body);
  return typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

const withCharset = (type: string): string => (type.startsWith('text/') ? `${type}; charset=utf-8` : type);
