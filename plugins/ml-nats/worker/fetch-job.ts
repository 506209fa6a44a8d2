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
    readPieceAnswer(await session.ask({ kind: 'work', job, lane, piece }));
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
  const results = await Promise.all(
    Array.from({ length: pieces - 1 }, async (_, at) => {
      const part = await ask(at + 1);
      if (typeof part === 'string') return part;
      put(at + 1, part);
      return undefined;
    }),
  );
  const refusal = results.find((result) => result !== undefined);
  if (refusal) return refusal;
  const fetched = readJob(whole);
  if (laneOf(fetched.needs) !== lane) fail('the job is not of the lane of its ticket');
  return fetched;
}
