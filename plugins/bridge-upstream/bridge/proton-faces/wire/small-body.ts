import type { Readable } from 'node:stream';
import { failureOf, UpstreamFailure } from './failure.ts';

/**
 * A JSON body of at most `atMost` bytes; undefined if it is not a JSON object.
 * @throws UpstreamFailure
 */
export async function readJson(
  body: Readable,
  atMost: number,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      size += piece.byteLength;
      if (size > atMost) throw new UpstreamFailure('bad_answer', 'The answer is far too large.');
      pieces.push(piece);
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : failureOf(error);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Discards the rest of a response, together with its connection. */
export function discard(body: Readable): void {
  body.on('error', () => undefined);
  body.destroy();
}
