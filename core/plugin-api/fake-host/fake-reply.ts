import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { isPluginReply, type PluginReply } from '../plugin-reply.ts';
import type { Media, PluginRoute, Schema } from '../plugin-route.ts';
import { replyProblem } from '../shapes/reply.ts';

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

/** @throws Error if the response does not match the route's documentation in the API document */
export async function clientAnswer(route: PluginRoute, result: unknown): Promise<ClientAnswer> {
  const { answer } = route;
  const isBytes = result instanceof Readable || result instanceof Uint8Array;
  if ('media' in answer && (isBytes || typeof result === 'string')) return { status: 200, body: await read(result) };
  if (!isPluginReply(result)) {
    const body = jsonOf(result);
    await promised(route, body);
    return { status: 200, body };
  }
  const problem = replyProblem(result);
  if (problem) throw new Error(`The reply of ${nameOf(route)} ${problem[0]}: ${problem[1]}.`);
  const { status, cookies } = result;
  if (route.statuses && ![200, ...route.statuses].includes(status)) {
    throw new Error(`${nameOf(route)} answers ${status}, which its \`statuses\` do not list`);
  }
  const headers = Object.fromEntries(
    Object.entries(result.headers).map(([name, value]) => [name.toLowerCase(), value] as const),
  );
  const body = await read(result.body);
  if (status < 300 && body !== null) await promisedReply(route, body, headers['content-type']);
  return { status, body, headers, cookies };
}

const nameOf = ({ method, path }: PluginRoute): string => `${method} ${path}`;

const jsonOf = (value: unknown): unknown =>
  value === undefined ? null : (JSON.parse(JSON.stringify(value)) as unknown);

async function read(body: unknown): Promise<unknown> {
  if (body instanceof Readable) return buffer(body);
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
