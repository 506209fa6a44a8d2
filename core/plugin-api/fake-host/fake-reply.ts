import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isPluginReply, type PluginReply } from '../plugin-reply.ts';
import type { Media, PluginRoute, Schema } from '../plugin-route.ts';
import { byteStream } from '../shapes/byte-stream.ts';
import type { Problem } from '../shapes/problem.ts';
import { bareProblem, replyProblem } from '../shapes/reply.ts';

/** A response as a client would get it. */
export interface ClientAnswer {
  readonly status: number;
  /** The JSON; a `Buffer` for bytes and streams, a string for text. */
  readonly body: unknown;
  /** Headers of a `PluginReply`, by names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Cookies of a `PluginReply`. */
  readonly cookies?: PluginReply['cookies'];
}

/** @throws Error if the server would not send the response, or if it does not match the route's documentation */
export async function clientAnswer(route: PluginRoute, result: unknown): Promise<ClientAnswer> {
  const { answer } = route;
  if (isPluginReply(result)) return replied(route, result);
  const isBytes = result instanceof Readable || result instanceof Uint8Array;
  if ('media' in answer && (isBytes || typeof result === 'string')) return { status: 200, body: await read(result) };
  const problem = bareProblem(result ?? null);
  if (problem) throw wrong(route, problem);
  const body = jsonOf(result ?? null);
  await promised(route, body);
  return { status: 200, body };
}

async function replied(route: PluginRoute, reply: PluginReply): Promise<ClientAnswer> {
  const problem = replyProblem(reply);
  if (problem) throw wrong(route, problem);
  const { status, cookies } = reply;
  if (route.statuses && ![200, ...route.statuses].includes(status)) {
    throw new Error(`${nameOf(route)} answers ${status}, which its \`statuses\` do not list`);
  }
  const headers = Object.fromEntries(
    Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value] as const),
  );
  const body = await read(reply.body, headers['content-length']);
  if (status < 300 && body !== null) await promisedReply(route, body, headers['content-type']);
  return { status, body, headers, cookies };
}

const nameOf = ({ method, path }: PluginRoute): string => `${method} ${path}`;

const wrong = (route: PluginRoute, [problem, remedy]: Problem): Error =>
  new Error(`The answer of ${nameOf(route)} ${problem}: ${remedy}.`);

/** Undefined for nothing, also for a `toJSON` that says so. */
const textOf: (value: unknown) => string | undefined = JSON.stringify;

const jsonOf = (value: unknown): unknown => JSON.parse(textOf(value) ?? 'null') as unknown;

/** @param length the announced length of a stream */
async function read(body: unknown, length?: string): Promise<unknown> {
  if (body instanceof Readable) {
    // What is wrong with the stream is what reading it fails with.
    const onFault = (): void => undefined;
    return buffer(byteStream(body, { length: length === undefined ? undefined : Number(length), onFault }));
  }
  if (body instanceof Uint8Array) return Buffer.from(body);
  return typeof body === 'string' ? body : jsonOf(body);
}

async function promisedReply(route: PluginRoute, body: unknown, type: string | undefined): Promise<void> {
  if ('media' in route.answer) {
    const { media }: Media = route.answer;
    const plain = typeof body === 'string' ? 'text/plain' : 'application/octet-stream';
    const [mediaType = ''] = (type ?? plain).split(';');
    if (!media.includes(mediaType))
      throw new Error(`${nameOf(route)} answers ${mediaType}, which its \`answer\` does not list`);
  } else if (!Buffer.isBuffer(body) && typeof body !== 'string') await promised(route, body);
}

async function promised(route: PluginRoute, body: unknown): Promise<void> {
  const schema = route.answer as Schema;
  if (!('~standard' in schema)) return;
  const { issues } = await schema['~standard'].validate(body);
  if (!issues) return;
  const problems = issues.map(({ message }) => message).join('; ');
  throw new Error(`${nameOf(route)} answers something else than its \`answer\` says: ${problems}`);
}
