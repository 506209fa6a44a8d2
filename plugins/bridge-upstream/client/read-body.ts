import type { Readable } from 'node:stream';
import { badAnswer, transportFailure, type BridgeFailure } from './failure.ts';
import { discard, type Answer } from './transport.ts';

interface ReadOptions {
  /** Maximum bytes. */
  readonly atMost: number;
  readonly signal: AbortSignal;
}

/**
 * The whole body of a short response.
 * @throws BridgeFailure `bad_answer` if it is longer than `atMost`
 */
export async function readBody({ body, headers }: Answer, { atMost, signal }: ReadOptions): Promise<Buffer> {
  if (Number(headers['content-length']) > atMost) {
    discard(body);
    throw tooLong(atMost);
  }
  try {
    return await collect(body, atMost);
  } catch (error) {
    throw signal.aborted ? error : transportFailure(error);
  }
}

async function collect(body: Readable, atMost: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > atMost) throw tooLong(atMost);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, length);
}

const tooLong = (atMost: number): BridgeFailure =>
  badAnswer(`The bridge answered with more than ${Math.floor(atMost / 1024 / 1024)} MiB where little was asked for.`);

/** @throws BridgeFailure `bad_answer` if the response is not JSON */
export async function readJson(answer: Answer, options: ReadOptions): Promise<unknown> {
  const text = (await readBody(answer, options)).toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw badAnswer('The bridge answered with something that is not JSON.', error);
  }
}
