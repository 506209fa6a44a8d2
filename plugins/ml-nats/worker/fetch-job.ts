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
  const rest = new AbortController();
  const ask = async (piece: number): Promise<Buffer | Refusal> =>
    readPieceAnswer(await session.askForPiece({ kind: 'work', job, lane, piece }, rest.signal));
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
  let refusal: Refusal | undefined;
  /** After a failure, the rest of this job is of no use. */
  const stop = (error: unknown): void => {
    rest.abort(error);
  };
  /** Two at a time, so that the second one is on its way while the first is unsealed. */
  const fetchRest = async (): Promise<void> => {
    while (next < pieces && !rest.signal.aborted) {
      const piece = next++;
      const part = await ask(piece);
      if (typeof part === 'string') {
        refusal ??= part;
        stop(new Error('The server has refused the job.'));
      } else put(piece, part);
    }
  };
  // Both end first: a request that comes after the caller has returned the job looks like that of a worker that has it.
  await Promise.all([fetchRest().catch(stop), fetchRest().catch(stop)]);
  if (refusal) return refusal;
  rest.signal.throwIfAborted();
  const fetched = readJob(whole);
  if (laneOf(fetched.needs) !== lane) fail('the job is not of the lane of its ticket');
  return fetched;
}
