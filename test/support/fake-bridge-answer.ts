import type { ServerResponse } from 'node:http';
import type { BodyFault } from './fake-bridge-faults.ts';
import type { FakeAnswer } from './fake-bridge-exchange.ts';

/** Small enough that a body of a few hundred KiB has many pieces, as from a real store. */
const piece = 16 * 1024;

/** Sends a response, broken as `fault` defines. Resolves when the body was sent or abandoned. */
export async function sendAnswer(
  response: ServerResponse,
  { status, headers, body }: FakeAnswer,
  { contract, isHead, fault = {} }: { contract: string | null; isHead: boolean; fault?: BodyFault | undefined },
): Promise<void> {
  const isText = typeof body === 'string';
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(isText ? body : body === null ? '' : JSON.stringify(body));
  if (contract !== null) response.setHeader('x-bridge-contract', contract);
  if (body !== null && !Buffer.isBuffer(body)) response.setHeader('content-type', 'application/json; charset=utf-8');
  if (fault.withoutLength !== true && status !== 304) {
    response.setHeader('content-length', bytes.length + (fault.lengthOff ?? 0));
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (fault.sha1 !== undefined) response.setHeader('x-content-sha1', fault.sha1);
  response.writeHead(status);
  if (isHead || status === 304) {
    response.end();
    return;
  }
  await sendBody(response, flipped(bytes, fault.flipAt), fault);
}

async function sendBody(response: ServerResponse, bytes: Buffer, fault: BodyFault): Promise<void> {
  const stop = Math.min(fault.cutAfter ?? Infinity, fault.stallAfter ?? Infinity, bytes.length);
  for (let at = 0; at < stop && !response.destroyed; at += piece) {
    if (!response.write(bytes.subarray(at, Math.min(at + piece, stop)))) {
      await writable(response);
    }
  }
  if (response.destroyed) return;
  if (fault.stallAfter !== undefined && fault.stallAfter <= bytes.length) {
    response.flushHeaders();
    return;
  }
  if (fault.cutAfter !== undefined || (fault.lengthOff ?? 0) > 0) {
    // Flushes the bytes written so far before the socket is destroyed.
    response.socket?.end(() => response.socket?.destroy());
    return;
  }
  response.end();
}

/** Resolves once more can be written, or the response is closed. */
function writable(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

function flipped(bytes: Buffer, at: number | undefined): Buffer {
  if (at === undefined) return bytes;
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}
