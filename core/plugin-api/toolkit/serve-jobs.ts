import { memoryUsage } from 'node:process';
import { WaitingFrames } from './byte-pipe.ts';
import { releaseMemory } from './release-memory.ts';
import { JobFailure, tooMuchMemory } from './job-failure.ts';

/** The descriptor of the pipe for jobs and results. */
export const jobPipe = 3;

export interface JobTools {
  /**
   * Waits until this many bytes in total may be used for this job. To be called before allocating them.
   * @throws JobFailure of kind `memory` if they exceed the limit
   */
  readonly need: (bytes: number) => void;
}

export interface JobResult {
  /** Sent as JSON. */
  readonly facts: unknown;
  readonly bytes?: readonly Uint8Array[];
}

/** Does one kind of job. It owns `bytes`. */
export type JobHandler = (
  facts: never,
  bytes: readonly Uint8Array<ArrayBuffer>[],
  tools: JobTools,
) => Promise<JobResult>;

/** The child's side of a `JobPool`: does one job after the other, as long as the parent exists. */
export async function serveJobs(handlers: Readonly<Record<string, JobHandler>>): Promise<void> {
  // The parent has ended. This is noticed while a job runs; between jobs, the pipe reports it.
  process.stdin.on('end', () => process.exit()).resume();
  // Signals to the process group are for the parent, which ends this process when it is no longer needed.
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

/** @throws Error if the parent is gone */
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

/** Small arrays may share their memory with others. */
const isWhole = (bytes: Uint8Array): boolean =>
  bytes.byteLength > 65_536 && !Buffer.isBuffer(bytes) && bytes.byteLength === bytes.buffer.byteLength;

function askFor(bytes: number, frames: WaitingFrames): void {
  frames.write({ need: Math.ceil(bytes) });
  const { head } = frames.read();
  if (head['granted'] === true) return;
  throw tooMuchMemory(bytes, Number(head['limit']));
}
