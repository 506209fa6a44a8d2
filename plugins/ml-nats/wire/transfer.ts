import { fail } from './checks.ts';

/*
 * The reply to `work` begins with one byte: 1 before a piece of the job, 0 before a refusal. In the first piece, two 32-bit
 * numbers follow: the length of the whole job, and the length of its pieces.
 */
/** Why a worker does not get a job for which it has a ticket. */
export type Refusal =
  /** The job is finished or cancelled: the ticket is void. */
  | 'gone'
  /** Another worker holds the job. */
  | 'held'
  /** This worker is not admitted, lacks the models, or has sent an invalid answer to this job. */
  | 'not for you';

const refusals: readonly Refusal[] = ['gone', 'held', 'not for you'];

const [refusalCode, pieceCode] = [0, 1];
const measuresBytes = 8;

export interface Measures {
  readonly length: number;
  readonly each: number;
}

export const refusalBytes = (refusal: Refusal): Buffer => Buffer.from([refusalCode, ...Buffer.from(refusal)]);

export function pieceHead(piece: number, { length, each }: Measures): Buffer {
  if (piece > 0) return Buffer.from([pieceCode]);
  const head = Buffer.alloc(1 + measuresBytes);
  head[0] = pieceCode;
  head.writeUInt32LE(length, 1);
  head.writeUInt32LE(each, 5);
  return head;
}

/** @returns the piece, or the refusal; @throws WrongShape */
export function readPieceAnswer(answer: Buffer): Buffer | Refusal {
  if (answer[0] === pieceCode) return answer.subarray(1);
  const word = answer.toString('utf8', 1);
  return refusals.find((candidate) => candidate === word) ?? fail('the answer is neither a piece nor a refusal');
}

/** @param first the first piece; @throws WrongShape */
export function readMeasures(first: Buffer): { measures: Measures; bytes: Buffer } {
  if (first.length < measuresBytes) fail('the first piece is cut off');
  const measures = { length: first.readUInt32LE(0), each: first.readUInt32LE(4) };
  if (measures.each < 1024) fail('the pieces are too small');
  return { measures, bytes: first.subarray(measuresBytes) };
}
