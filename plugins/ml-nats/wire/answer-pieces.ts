import { randomBytes } from 'node:crypto';
import { cut, lengthOf } from './body.ts';
import { fail } from './checks.ts';
import { keyBytes } from './keys.ts';
import { seal, sealOverhead, unseal } from './sealing.ts';

/*
 * [Note: Answers on the wire]
 *
 * An answer is cut into pieces that fit into messages. Each begins with the worker's public key, eight random bytes that all pieces
 * of one answer share, and which of how many it is, as two numbers of 16 bits; then follows what is sealed. Job, lane and place
 * are authenticated: a piece cannot be an answer to another job, or of other models, or stand in another place.
 */
const idBytes = 8;
const headBytes = keyBytes + idBytes + 4;

/** Bytes of an answer at most: a hundred times what a crowded photo takes. */
export const longestAnswer = 32 * 1024 * 1024;
/** Pieces of an answer at most; NATS takes messages of at least 64 KiB wherever it is in use. */
const mostPieces = 512;

/** Of which job an answer is. */
export interface AnswerOf {
  readonly job: string;
  readonly lane: string;
}

/** What an answer is sealed with, and by whom. */
interface Sealing {
  readonly key: Uint8Array;
  readonly worker: Uint8Array;
  /** Bytes that a message may have. */
  readonly largestMessage: number;
}

/** One message of an answer, still sealed. */
export interface AnswerPiece {
  readonly worker: Buffer;
  /** The same for all pieces of one answer. */
  readonly answer: string;
  readonly piece: number;
  readonly pieces: number;
  readonly sealed: Buffer;
}

/** @throws RangeError when it is longer than any answer may be */
export function sealAnswer(
  { job, lane }: AnswerOf,
  body: readonly Uint8Array[],
  { key, worker, largestMessage }: Sealing,
): Buffer[] {
  const length = lengthOf(body);
  if (length > longestAnswer) throw new RangeError(`The answer has ${length} bytes, more than ${longestAnswer}.`);
  const each = largestMessage - headBytes - sealOverhead;
  const pieces = Math.max(1, Math.ceil(length / each));
  const id = randomBytes(idBytes);
  return Array.from({ length: pieces }, (_, piece) => {
    const places = Buffer.alloc(4);
    places.writeUInt16LE(piece, 0);
    places.writeUInt16LE(pieces, 2);
    const name = ['answer', job, lane, id.toString('hex'), piece, pieces];
    const sealed = seal(key, name, cut(body, piece * each, (piece + 1) * each));
    return Buffer.concat([worker, id, places, sealed]);
  });
}

/** @throws WrongShape */
export function readPiece(message: Uint8Array): AnswerPiece {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.length);
  if (bytes.length < headBytes + sealOverhead) fail('the message is too short for an answer');
  const piece = bytes.readUInt16LE(keyBytes + idBytes);
  const pieces = bytes.readUInt16LE(keyBytes + idBytes + 2);
  if (piece >= pieces || pieces > mostPieces) fail(`the answer has ${pieces} pieces, of which this is the ${piece}th`);
  return {
    worker: bytes.subarray(0, keyBytes),
    answer: bytes.toString('hex', keyBytes, keyBytes + idBytes),
    piece,
    pieces,
    sealed: bytes.subarray(headBytes),
  };
}

/** @throws NotAuthentic */
export function openPiece(
  { job, lane }: AnswerOf,
  { answer, piece, pieces, sealed }: AnswerPiece,
  key: Uint8Array,
): Buffer {
  return unseal(key, ['answer', job, lane, answer, piece, pieces], sealed);
}
