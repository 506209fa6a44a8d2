import type { MlPriority } from 'photofinch/plugin-api';
import { ProcessDied, ProcessPool } from 'photofinch/plugin-api/toolkit';
import { InferenceLink } from './inference-link.ts';
import type { Task, Tasks } from './protocol.ts';

interface PoolOptions {
  /** Processes at most; each is started when there is work for it. */
  readonly processes: number;
  /** Threads of each. */
  readonly threads: number;
  /** Seconds without work after which the processes are ended, and their memory is released. */
  readonly idleStop: number;
  /** Seconds without an answer after which a process is ended. */
  readonly patience?: number | undefined;
}

interface Job {
  readonly task: Task;
  readonly input: Tasks[Task]['input'];
  readonly signal: AbortSignal;
  /** A process has ended over it once. */
  deadly: boolean;
}

/**
 * Processes that run networks. A person waits at most for the one piece of work that each has in hand. Work over which a
 * process ends is tried once more in another one.
 */
export class InferencePool {
  readonly #pool: ProcessPool<Job, Tasks[Task]['output'], InferenceLink>;

  constructor({ processes, threads, idleStop, patience }: PoolOptions) {
    this.#pool = new ProcessPool({
      processes,
      idleStop,
      start: () => new InferenceLink({ threads, keepFor: idleStop }, patience),
      run: (process, { task, input }) => process.run(task, input),
      failure: (job, error) => {
        if (!(error instanceof ProcessDied) || job.deadly || job.signal.aborted) return error as Error;
        job.deadly = true;
        return undefined;
      },
      // A text model takes memory in every process that has loaded it.
      suits: (process, { task }) => process.knows(task),
      shutDown: () => new ProcessDied('The models are shut down.'),
    });
  }

  /** Of the processes that run now. */
  get pids(): number[] {
    return [...this.#pool.processes].flatMap(({ pid }) => pid ?? []);
  }

  /**
   * A run cannot be stopped: the answer of one that has begun is dropped when `signal` is aborted.
   * @throws InferenceError, ProcessDied, or the reason of `signal`
   */
  async run<T extends Task>(
    task: T,
    input: Tasks[T]['input'],
    { priority, signal }: { priority: MlPriority; signal: AbortSignal },
  ): Promise<Tasks[T]['output']> {
    const job: Job = { task, input, signal, deadly: false };
    return await this.#pool.run(job, { signal, urgent: priority === 'interactive' });
  }

  /** Ends all processes at once. Work that waits or runs fails with ProcessDied. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
