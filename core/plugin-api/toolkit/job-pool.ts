import type { ChildProcess } from 'node:child_process';
import { JobDeadly, ProcessBroken, tooMuchMemory } from './job-failure.ts';
import { JobInterrupted, JobProcess, type Job, type JobAnswer } from './job-process.ts';
import type { MemoryBudget } from './memory-budget.ts';
import { startProcess } from './start-process.ts';

export type { JobAnswer } from './job-process.ts';

export interface JobPoolSettings {
  /** Processes at most; each is started when there is work for it. */
  readonly processes: number;
  /** Shared by all jobs that are worked at; a process that takes more than all of it is ended by the kernel. */
  readonly memory: MemoryBudget;
  /** Seconds for one job. */
  readonly patience: number;
  /** Seconds without work after which the processes are ended, and their memory given back. */
  readonly idleStop: number;
  /** Whether people wait for these jobs: they get memory before others. */
  readonly urgent?: boolean;
}

interface Queued extends Job {
  resolve(answer: JobAnswer): void;
  reject(error: Error): void;
  /** Processes that ended with it in hand, and those that ended before they had begun. */
  deaths: number;
  failedStarts: number;
}

/** So many processes may end before they have begun: now and then, one is killed just then. */
const mostFailedStarts = 3;

/**
 * Processes for jobs on untrusted bytes. Each has one job in hand, so that the one over which a process ends is known and
 * no other suffers; it is tried once more in a fresh one.
 */
export class JobPool {
  readonly #start: () => ChildProcess;
  readonly #settings: JobPoolSettings;
  readonly #queue: Queued[] = [];
  readonly #processes = new Set<JobProcess>();
  #idleTimer: NodeJS.Timeout | undefined;
  #closed = false;

  /**
   * @param module one that calls `serveJobs`; relative to `from`, without the ending: `./decode-process`
   * @param from the caller's `import.meta.url`
   */
  constructor(module: string, from: string, settings: JobPoolSettings) {
    this.#settings = settings;
    settings.memory.onShort(() => {
      for (const process of this.#processes) process.giveUp();
    });
    this.#start = () =>
      startProcess(module, from, {
        stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
        env: memoryEnvironment,
        confined: { memory: settings.memory.limit },
      });
  }

  /** Of the processes that take jobs now. */
  get pids(): number[] {
    return [...this.#processes].flatMap(({ pid }) => pid ?? []);
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
    signal.throwIfAborted();
    if (this.#closed) throw shutDown();
    clearTimeout(this.#idleTimer);
    const { urgent = false, memory } = this.#settings;
    const length = bytes.reduce((sum, { byteLength }) => sum + byteLength, 0);
    if (length > memory.limit) throw tooMuchMemory(length, memory.limit);
    let onAbort: (() => void) | undefined;
    try {
      return await new Promise<JobAnswer>((resolve, reject) => {
        const job: Queued = { task, facts, bytes, urgent, signal, resolve, reject, ...{ deaths: 0, failedStarts: 0 } };
        onAbort = () => {
          const at = this.#queue.indexOf(job);
          if (at >= 0) this.#queue.splice(at, 1);
          reject(signal.reason as Error);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        this.#queue.push(job);
        this.#dispatch();
      });
    } finally {
      if (onAbort) signal.removeEventListener('abort', onAbort);
    }
  }

  /** Ends at once: whoever waits is told so. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    for (const job of this.#queue.splice(0)) job.reject(shutDown());
    const all = [...this.#processes];
    for (const process of all) process.end();
    await Promise.all(all.map(({ ended }) => ended));
  }

  #dispatch(): void {
    while (this.#queue.length > 0 && !this.#closed) {
      const process = [...this.#processes].find(({ busy, retired }) => !busy && !retired) ?? this.#add();
      const job = process && this.#queue.shift();
      if (!job) return;
      void this.#work(process, job);
    }
  }

  #add(): JobProcess | undefined {
    const { processes, memory, patience } = this.#settings;
    if (this.#processes.size >= processes) return undefined;
    const added: JobProcess = new JobProcess(this.#start(), {
      memory,
      patience,
      mostBytes: memory.limit,
      onFree: () => {
        this.#dispatch();
        this.#stopWhenIdle();
      },
    });
    this.#processes.add(added);
    void added.ended.then(() => {
      this.#processes.delete(added);
      this.#dispatch();
    });
    return added;
  }

  async #work(process: JobProcess, job: Queued): Promise<void> {
    try {
      job.resolve(await process.run(job));
    } catch (error) {
      if (!(error instanceof JobInterrupted)) job.reject(error as Error);
      else if (this.#closed) job.reject(shutDown());
      else await this.#again(process, job);
    }
  }

  async #again(process: JobProcess, job: Queued): Promise<void> {
    const { wasReady, renewed, late, how, lastWords } = await process.ended;
    // One that ended before it had begun has not seen the job.
    if (wasReady && !renewed) job.deaths += 1;
    else if (!renewed) job.failedStarts += 1;
    if (job.signal.aborted) job.reject(job.signal.reason as Error);
    else if (job.deaths >= 2) {
      job.reject(new JobDeadly(`The process ${how}.`, late ? this.#settings.patience : undefined));
    } else if (job.failedStarts >= mostFailedStarts) {
      job.reject(new ProcessBroken(`The process ${how} before it had begun. ${lastWords}`.trim()));
    } else {
      this.#queue.unshift(job);
      this.#dispatch();
    }
  }

  #stopWhenIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.#closed || this.#queue.length > 0 || [...this.#processes].some(({ busy }) => busy)) return;
    this.#idleTimer = setTimeout(() => {
      for (const process of this.#processes) process.end();
    }, this.#settings.idleStop * 1000);
    this.#idleTimer.unref();
  }
}

/**
 * Each arena of glibc keeps some of what was freed in it; and once large pieces have come and gone, it takes others of
 * their size from there, too, and gives nothing back: unless it is told where that begins.
 */
const memoryEnvironment = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) };

const shutDown = (): JobInterrupted => new JobInterrupted('The processes are shut down.');
