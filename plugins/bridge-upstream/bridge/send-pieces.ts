import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Milliseconds in which the client takes no byte, after which its connection is closed, so that its turn becomes free. */
const clientPatience = 120_000;

/**
 * Sends a response whose body arrives in chunks. The headers are sent with the first chunk, so that an earlier failure gets
 * a proper error response. A later failure destroys the connection: a client never sees a regular end with fewer bytes than
 * `headers` announce. A slow client slows down the reading.
 * @throws errors of `pieces` before its first chunk; nothing after the headers are sent
 * @returns why the response is incomplete; undefined if it is complete, or the client disconnected before the first chunk
 */
export async function sendPieces(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string | number>>,
  pieces: AsyncGenerator<Uint8Array, void, void>,
): Promise<unknown> {
  const first = await pieces.next();
  if (response.destroyed) {
    await pieces.return();
    return undefined;
  }
  const body = Readable.from(continued(first, pieces), { objectMode: false });
  response.writeHead(status, headers);
  response.setTimeout(clientPatience, () => {
    response.destroy();
  });
  return pipeline(body, response).catch((error: unknown) => {
    response.destroy();
    return error;
  });
}

async function* continued(first: IteratorResult<Uint8Array, void>, rest: AsyncGenerator<Uint8Array, void, void>) {
  try {
    if (first.done) return;
    yield first.value;
    yield* rest;
  } finally {
    // Also called if the client disconnects before the second chunk is requested.
    await rest.return();
  }
}
