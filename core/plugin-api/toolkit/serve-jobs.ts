import { memoryUsage } from 'node:process';
import { WaitingFrames } from './byte-pipe.ts';
import { releaseMemory } from './release-memory.ts';
import { JobFailure, tooMuchMemory } from './job-failure.ts';

/** The descriptor of the pipe on which jobs come and answers go. */
export const jobPipe = 3;

export interface JobTools {
  /**
   * Waits until so many bytes may be taken, in all, for this job. To be called before they are.
   * @throws JobFailure of kind `memory` when there are never as many
   */
  readonly need: (bytes: number) => void;
}

export interface JobResult {
  /** Travels as JSON. */
  readonly facts: unknown;
  readonly bytes?: readonly Uint8Array[];
}

/** Does one kind of job. `bytes` are its own. */
export type JobHandler = (
  facts: never,
  bytes: readonly Uint8Array<ArrayBuffer>[],
  tools: JobTools,
) => Promise<JobResult>;

/** The side of the process that a `JobPool` started: does one job after the other, for as long as somebody is there. */
export async function serveJobs(handlers: Readonly<Record<string, JobHandler>>): Promise<void> {
  // Whoever started us is gone. This is noticed while a job runs; between jobs, the pipe says so.
  process.stdin.on('end', () => process.exit()).resume();
  // Signals to the whole group are for the one that started us: it ends us when it is done with us.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const frames = new WaitingFrames(jobPipe);
  try {
    frames.write({ ready: true, resident: memoryUsage.rss() });
    for (;;) await answer(frames, handlers);
  } catch {
    // As above.
    process.exit();
  }
}

/** @throws Error when nobody is there any more */
async function answer(frames: WaitingFrames, handlers: Readonly<Record<string, JobHandler>>): Promise<void> {
  const { head, pieces } = frames.read();
  const handler = handlers[String(head['task'])];
  let result: JobResult;
  try {
    if (!handler) throw new Error(`There is no task ${String(head['task'])}.`);
    result = await handler(head['facts'] as never, pieces, {
      need: (bytes) => {
        askFor(bytes, frames);
      },
    });
  } catch (error) {
    const kind = error instanceof JobFailure ? error.kind : 'unknown';
    const message = error instanceof Error ? error.message : String(error);
    frames.write({ failed: { kind, message }, resident: memoryUsage.rss() });
    releaseMemory(...pieces);
    return;
  }
  const bytes = result.bytes ?? [];
  frames.write({ done: result.facts ?? null, resident: memoryUsage.rss() }, bytes);
  releaseMemory(...pieces, ...bytes.filter(isWhole));
}

/** Small ones may lie in a piece of memory that others lie in as well. */
const isWhole = (bytes: Uint8Array): boolean =>
  bytes.byteLength > 65_536 && !Buffer.isBuffer(bytes) && bytes.byteLength === bytes.buffer.byteLength;

function askFor(bytes: number, frames: WaitingFrames): void {
  frames.write({ need: Math.ceil(bytes) });
  const { head } = frames.read();
  if (head['granted'] === true) return;
  throw tooMuchMemory(bytes, Number(head['limit']));
}
