import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Milliseconds without one byte taken by the client, after which its connection is ended and its turn given to another. */
const clientPatience = 120_000;

/**
 * Sends an answer whose body comes in pieces. Headers wait for the first piece, so that an earlier failure gets a
 * proper error answer; a later failure destroys the connection: a client never sees a clean end with fewer bytes than
 * `headers` announce. The client's speed limits the reading.
 * @throws errors of `pieces` before its first piece; nothing once headers are out
 * @returns the reason of an incomplete answer; undefined when it is complete, or when the client left before the first
 *   piece
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
    // Also if the client leaves before the second piece is requested.
    await rest.return();
  }
}
