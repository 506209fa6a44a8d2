import type { ChildProcess } from 'node:child_process';
import { JobDeadly, ProcessBroken, tooMuchMemory } from './job-failure.ts';
import { JobInterrupted, JobProcess, type Job, type JobAnswer } from './job-process.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { ProcessPool } from './process-pool.ts';
import { startProcess } from './start-process.ts';

export type { JobAnswer } from './job-process.ts';

export interface JobPoolSettings {
  /** Maximum number of processes; each is started when there is work for it. */
  readonly processes: number;
  /** Shared by all running jobs; a process that takes more than all of it is killed by the kernel. */
  readonly memory: MemoryBudget;
  /** Timeout of one job in seconds. */
  readonly patience: number;
  /** Idle seconds after which the processes are ended to release their memory. */
  readonly idleStop: number;
  /** Whether people wait for these jobs: they get memory before others. */
  readonly urgent?: boolean;
}

interface TriedJob extends Job {
  /** How often a process died during this job, and how often before it was ready. */
  deaths: number;
  failedStarts: number;
}

/** How many processes may die before they are ready: one may be killed by chance just then. */
const maxFailedStarts = 3;

/** Processes for jobs on untrusted bytes. If a process dies during a job, the job is tried once more in a new one. */
export class JobPool {
  readonly #settings: JobPoolSettings;
  readonly #pool: ProcessPool<TriedJob, JobAnswer, JobProcess>;

  /**
   * @param module a module that calls `serveJobs`; relative to `from`, without the extension: `./decode-process`
   * @param from the caller's `import.meta.url`
   */
  constructor(module: string, from: string, settings: JobPoolSettings) {
    const { memory, patience, processes, idleStop } = settings;
    this.#settings = settings;
    this.#pool = new ProcessPool({
      processes: () => processes,
      idleStop,
      start: (onFree) =>
        new JobProcess(begun(module, from, memory.limit), { memory, patience, mostBytes: memory.limit, onFree }),
      run: (process, job) => process.run(job),
      failure: (job, error, process) => this.#failure(job, error as Error, process),
      shutDown: () => new JobInterrupted('The processes are shut down.'),
    });
    memory.onShort(() => {
      for (const process of this.#pool.processes) process.giveUp();
    });
  }

  /** The processes that are ready for jobs. */
  get pids(): number[] {
    return [...this.#pool.processes].flatMap(({ pid }) => pid ?? []);
  }

  /**
   * @param bytes must not change before the answer arrives
   * @throws JobFailure if the job reports why it cannot be done; JobDeadly if two processes died during it; ProcessBroken;
   * the
   *   reason of `signal`
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

  /** Ends all processes at once. Waiting and running jobs fail with JobInterrupted. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  /** @returns undefined if the job should be tried again */
  async #failure(job: TriedJob, error: Error, process: JobProcess): Promise<Error | undefined> {
    if (!(error instanceof JobInterrupted)) return error;
    const { wasReady, renewed, late, killed, how: ending, lastWords } = await process.ended;
    // A process that died before it was ready has not seen the job.
    if (wasReady && !renewed) job.deaths += 1;
    else if (!renewed) job.failedStarts += 1;
    if (job.signal.aborted) return job.signal.reason as Error;
    if (job.deaths >= 2) {
      return new JobDeadly(`The process ${ending}.`, { late: late ? this.#settings.patience : undefined, killed });
    }
    if (job.failedStarts >= maxFailedStarts) {
      return new ProcessBroken(`The process ${ending} before it had begun. ${lastWords}`.trim(), { killed });
    }
    return undefined;
  }
}

/** @throws ProcessBroken, where `spawn` throws: it does if memory is short */
function begun(module: string, from: string, memory: number): ChildProcess {
  try {
    return startProcess(module, from, {
      stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
      env: memoryEnvironment,
      confined: { memory },
    });
  } catch (cause) {
    throw new ProcessBroken(`The process cannot be started: ${String(cause)}`, { cause });
  }
}

/**
 * Each arena of glibc keeps some freed memory. After large blocks were allocated and freed, glibc also allocates others of
 * that size from an arena and never releases them, unless the threshold is set explicitly.
 */
const memoryEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) };
