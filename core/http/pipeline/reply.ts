import { Readable } from 'node:stream';
import type { ResponseObject, ResponseToolkit } from '@hapi/hapi';
import { JsonText } from './json-text.ts';
import { Reply } from './route.ts';

/** Sends the answer of a route. JSON is not cacheable unless the route sets another header. */
export function send(answer: unknown, h: ResponseToolkit): ResponseObject {
  const reply = answer instanceof Reply ? answer : new Reply(answer as Reply['body']);
  const { body } = reply;
  const response =
    body instanceof JsonText ? h.response(body.bytes).type('application/json') : h.response(body ?? undefined);
  response.code(reply.status);
  response.header('cache-control', 'no-store');
  // Otherwise nginx writes what a slow reader has not taken yet into a file: originals must not lie on a disk in plain.
  if (body instanceof Readable) response.header('x-accel-buffering', 'no');
  for (const [name, value] of Object.entries(reply.headers)) {
    if (name.toLowerCase() === 'content-type') response.type(value);
    else response.header(name, value);
  }
  for (const cookie of reply.setCookies) response.header('set-cookie', cookie, { append: true });
  for (const [name, value] of Object.entries(reply.cookies)) {
    if (value === null) response.unstate(name);
    else response.state(name, value);
  }
  return response;
}

/** The JSON of an answer; null if the answer is not JSON. */
export function jsonOf(answer: unknown): { json: unknown } | null {
  const body = answer instanceof Reply ? answer.body : answer;
  if (body instanceof JsonText) return { json: JSON.parse(body.bytes.toString()) };
  return body === null || body instanceof Readable || Buffer.isBuffer(body) ? null : { json: body };
}
