import { randomBytes } from 'node:crypto';
import { cut, lengthOf } from './body.ts';
import { fail } from './checks.ts';
import { keyBytes } from './keys.ts';
import { seal, sealOverhead, unseal } from './sealing.ts';

/*
 * [Note: Answers on the wire]
 *
 * An answer is cut into pieces that fit into messages. Each piece begins with the worker's public key (32 bytes), the id of
 * the answer (8 random bytes), and two 16-bit numbers: its index and the number of pieces. The sealed content follows. Job,
 * lane and index are authenticated: a piece cannot be used as an answer to another job, for other models, or at another
 * index.
 */
const idBytes = 8;
const headBytes = keyBytes + idBytes + 4;

/** The maximum size of an answer in bytes: a hundred times the answer for a crowded photo. */
export const longestAnswer = 32 * 1024 * 1024;
/** The maximum number of pieces of an answer; real installations of NATS accept messages of at least 64 KiB. */
const maxPieces = 512;

/** The job that an answer belongs to. */
export interface AnswerOf {
  readonly job: string;
  readonly lane: string;
}

/** The key of the seal, and the public key of the worker. */
interface Sealing {
  readonly key: Uint8Array;
  readonly worker: Uint8Array;
  /** The maximum size of a message, in bytes. */
  readonly largestMessage: number;
}

/** One message of an answer, still sealed. */
export interface AnswerPiece {
  readonly worker: Buffer;
  /** The id of the answer, the same for all its pieces. */
  readonly answer: string;
  readonly piece: number;
  readonly pieces: number;
  readonly sealed: Buffer;
}

/** @throws RangeError if the answer is longer than `longestAnswer` */
export function sealAnswer(
  { job, lane }: AnswerOf,
  body: readonly Uint8Array[],
  { key, worker, largestMessage }: Sealing,
): Buffer[] {
  const length = lengthOf(body);
  if (length > longestAnswer) throw new RangeError(`The answer has ${length} bytes, more than ${longestAnswer}.`);
  const pieceSize = largestMessage - headBytes - sealOverhead;
  const pieces = Math.max(1, Math.ceil(length / pieceSize));
  const id = randomBytes(idBytes);
  return Array.from({ length: pieces }, (_, piece) => {
    const places = Buffer.alloc(4);
    places.writeUInt16LE(piece, 0);
    places.writeUInt16LE(pieces, 2);
    const name = ['answer', job, lane, id.toString('hex'), piece, pieces];
    const sealed = seal(key, name, cut(body, piece * pieceSize, (piece + 1) * pieceSize));
    return Buffer.concat([worker, id, places, sealed]);
  });
}

/** @throws WrongShape */
export function readPiece(message: Uint8Array): AnswerPiece {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.length);
  if (bytes.length < headBytes + sealOverhead) fail('the message is too short for an answer');
  const piece = bytes.readUInt16LE(keyBytes + idBytes);
  const pieces = bytes.readUInt16LE(keyBytes + idBytes + 2);
  if (piece >= pieces || pieces > maxPieces) fail(`the answer has ${pieces} pieces, of which this is the ${piece}th`);
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
