import type { Job } from '../wire/job.ts';
import { readJob } from '../wire/job.ts';
import { readMeasures, readPieceAnswer, type Refusal } from '../wire/transfer.ts';
import { fail } from '../wire/checks.ts';
import { laneOf } from '../wire/needs.ts';
import type { ServerSession } from './server-session.ts';

/** The maximum size of a job, in bytes. */
const longestJob = 1024 * 1024 * 1024;

/**
 * Fetches the job of a drawn ticket from the server.
 * @returns the job, or the reason for a refusal
 * @throws SessionOver, NotAuthentic, WrongShape, or an error of the connection
 */
export async function fetchJob(
  session: ServerSession,
  { job, lane }: { readonly job: string; readonly lane: string },
): Promise<Job | Refusal> {
  const ask = async (piece: number): Promise<Buffer | Refusal> =>
    readPieceAnswer(await session.askForPiece({ kind: 'work', job, lane, piece }));
  const first = await ask(0);
  if (typeof first === 'string') return first;
  const { measures, bytes } = readMeasures(first);
  const { length, each } = measures;
  if (length > longestJob) fail(`the job has ${length} bytes`);
  const whole = Buffer.allocUnsafeSlow(length);
  const pieces = Math.ceil(length / each);
  const put = (piece: number, part: Buffer): void => {
    if (part.length !== Math.min(each, length - piece * each)) fail('a piece of the job has another length');
    part.copy(whole, piece * each);
  };
  put(0, bytes);
  let next = 1;
  /** Two at a time, so that the second one is on its way while the first is unsealed. */
  const fetchRest = async (): Promise<Refusal | undefined> => {
    try {
      while (next < pieces) {
        const piece = next++;
        const part = await ask(piece);
        if (typeof part === 'string') return part;
        put(piece, part);
      }
      return undefined;
    } finally {
      // After a failure, the rest of this job is of no use.
      next = pieces;
    }
  };
  const results = await Promise.all([fetchRest(), fetchRest()]);
  const refusal = results.find((result) => result !== undefined);
  if (refusal) return refusal;
  const fetched = readJob(whole);
  if (laneOf(fetched.needs) !== lane) fail('the job is not of the lane of its ticket');
  return fetched;
}
