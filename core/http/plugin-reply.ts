import { Readable } from 'node:stream';
import { isPluginReply, type PluginReply, type PluginRoute } from '../plugin-api/index.ts';
import { byteStream } from '../plugin-api/shapes/byte-stream.ts';
import type { Problem } from '../plugin-api/shapes/problem.ts';
import { bareProblem, replyProblem } from '../plugin-api/shapes/reply.ts';
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

/** How an answer is sent. */
interface Sending {
  readonly cookies: Cookies;
  /** Called with the error of a stream that breaks off. */
  readonly onFault: (error: Error) => void;
}

/**
 * Converts the answer of a plugin's handler to a reply of the server. JSON is made here, so that an answer which JSON cannot
 * hold fails like any other error of the handler.
 * @throws Error for answers that cannot be sent
 */
export function replyOf(result: unknown, { answer, method, path }: PluginRoute, sending: Sending): AnswerOfPlugin {
  const name = `${method} ${path}`;
  if (isPluginReply(result)) return ofReply(result, name, sending);
  const { cookies, onFault } = sending;
  const isBytes = result instanceof Readable || result instanceof Uint8Array;
  if ('media' in answer && (isBytes || typeof result === 'string')) {
    const headers = { 'content-type': withCharset(answer.media[0] ?? '') };
    return new AnswerOfPlugin(result, bytesOf(result, onFault), { headers, cookies: cookies.own });
  }
  const value = result ?? null;
  const problem = bareProblem(value);
  if (problem) throw wrong(name, problem);
  // A bare string would be sent as a page.
  return new AnswerOfPlugin(result, jsonText(value), { cookies: cookies.own });
}

function ofReply(reply: PluginReply, name: string, { cookies, onFault }: Sending): AnswerOfPlugin {
  // Checked again, since the reply may come from another copy of the class, or may have been modified.
  const problem = replyProblem(reply);
  if (problem) throw wrong(name, problem);
  const { status, body } = reply;
  const { 'content-length': length, ...headers } = Object.fromEntries(
    Object.entries(reply.headers).map(([header, value]) => [header.toLowerCase(), value]),
  );
  const options = { status, cookies: cookies.own, setCookies: cookies.ofPlugin.headersOf(reply.cookies) };
  if (body === null) return new AnswerOfPlugin(reply, null, { ...options, headers });
  if (body instanceof Readable) {
    const contentLength = length === undefined ? {} : { 'content-length': length };
    const stream = byteStream(body, { length: length === undefined ? undefined : Number(length), onFault });
    return new AnswerOfPlugin(reply, stream, {
      ...options,
      headers: { 'content-type': 'application/octet-stream', ...headers, ...contentLength },
    });
  }
  if (body instanceof Uint8Array || typeof body === 'string') {
    const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream';
    return new AnswerOfPlugin(reply, bytesOf(body, onFault), {
      ...options,
      headers: { 'content-type': type, ...headers },
    });
  }
  return new AnswerOfPlugin(reply, jsonText(body), { ...options, headers });
}

function bytesOf(body: Readable | Uint8Array | string, onFault: (error: Error) => void): Readable | Buffer {
  if (body instanceof Readable) return byteStream(body, { onFault });
  return typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

const jsonText = (value: unknown): JsonText<unknown> => new JsonText(JSON.stringify(value));

const wrong = (name: string, [problem, remedy]: Problem): Error =>
  new Error(`The answer of ${name} ${problem}: ${remedy}.`);

const withCharset = (type: string): string => (type.startsWith('text/') ? `${type}; charset=utf-8` : type);
