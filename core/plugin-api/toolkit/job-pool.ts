import { JobDeadly, ProcessBroken, tooMuchMemory } from './job-failure.ts';
import { JobInterrupted, JobProcess, type Job, type JobAnswer } from './job-process.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { ProcessPool } from './process-pool.ts';
import { startProcess } from './start-process.ts';

export type { JobAnswer } from './job-process.ts';

export interface JobPoolSettings {
  /** Processes at most; each is started when there is work for it. */
  readonly processes: number;
  /** Shared by all jobs that are worked at; a process that takes more than all of it is ended by the kernel. */
  readonly memory: MemoryBudget;
  /** Seconds for one job. */
  readonly patience: number;
  /** Seconds without work after which the processes are ended, and their memory is released. */
  readonly idleStop: number;
  /** Whether people wait for these jobs: they get memory before others. */
  readonly urgent?: boolean;
}

interface TriedJob extends Job {
  /** Processes that ended with it in hand, and those that ended before they had begun. */
  deaths: number;
  failedStarts: number;
}

/** So many processes may end before they have begun: now and then, one is killed just then. */
const mostFailedStarts = 3;

/** Processes for jobs on untrusted bytes. A job over which a process ends is tried once more in a fresh one. */
export class JobPool {
  readonly #settings: JobPoolSettings;
  readonly #pool: ProcessPool<TriedJob, JobAnswer, JobProcess>;

  /**
   * @param module one that calls `serveJobs`; relative to `from`, without the ending: `./decode-process`
   * @param from the caller's `import.meta.url`
   */
  constructor(module: string, from: string, settings: JobPoolSettings) {
    const { memory, patience, processes, idleStop } = settings;
    this.#settings = settings;
    this.#pool = new ProcessPool({
      processes,
      idleStop,
      start: (onFree) => {
        const child = startProcess(module, from, {
          stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
          env: memoryEnvironment,
          confined: { memory: memory.limit },
        });
        return new JobProcess(child, { memory, patience, mostBytes: memory.limit, onFree });
      },
      run: (process, job) => process.run(job),
      failure: (job, error, process) => this.#failure(job, error as Error, process),
      shutDown: () => new JobInterrupted('The processes are shut down.'),
    });
    memory.onShort(() => {
      for (const process of this.#pool.processes) process.giveUp();
    });
  }

  /** Of the processes that take jobs now. */
  get pids(): number[] {
    return [...this.#pool.processes].flatMap(({ pid }) => pid ?? []);
  }

  /**
   * @param bytes must stay as they are until the answer
   * @throws JobFailure when the job says why it cannot be done; JobDeadly when it cost two processes their lives;
   *   ProcessBroken; the reason of `signal`
   */
  async run(
    task: string,
    facts: unknown,
    { bytes = [], signal }: { bytes?: readonly Uint8Array[]; signal: AbortSignal },
  ): Promise<JobAnswer> {
    const { urgent = false, memory } = this.#settings;
    const length = bytes.reduce((sum, { byteLength }) => sum + byteLength, 0);
    signal.throwIfAborted();
    if (length > memory.limit) throw tooMuchMemory(length, memory.limit);
    return await this.#pool.run({ task, facts, bytes, urgent, signal, deaths: 0, failedStarts: 0 }, { signal });
  }

  /** Ends all processes at once. Jobs that wait or run fail with JobInterrupted. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  /** @returns undefined when the job is to be tried again */
  async #failure(job: TriedJob, error: Error, process: JobProcess): Promise<Error | undefined> {
    if (!(error instanceof JobInterrupted)) return error;
    const { wasReady, renewed, late, how, lastWords } = await process.ended;
    // A process that ended before it had begun has not seen the job.
    if (wasReady && !renewed) job.deaths += 1;
    else if (!renewed) job.failedStarts += 1;
    if (job.signal.aborted) return job.signal.reason as Error;
    if (job.deaths >= 2) return new JobDeadly(`The process ${how}.`, late ? this.#settings.patience : undefined);
    if (job.failedStarts >= mostFailedStarts) {
      return new ProcessBroken(`The process ${how} before it had begun. ${lastWords}`.trim());
    }
    return undefined;
  }
}

/**
 * Each arena of glibc keeps some of what was freed in it. Once large pieces have come and gone, glibc takes others of their
 * size from an arena too, and never releases them, unless it is told from which size on it must not.
 */
const memoryEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) };
