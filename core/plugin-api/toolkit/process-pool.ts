import { setMaxListeners } from 'node:events';
import { abortable } from './abortable.ts';

/** A process of a pool. It runs one job at a time, so the job during which it dies is known. */
export interface PooledProcess {
  readonly pid: number | undefined;
  readonly busy: boolean;
  /** Whether it is ending and takes no more jobs. */
  readonly retired: boolean;
  /** Resolves when the process has ended. */
  readonly ended: Promise<unknown>;
  /** Ends the process, even if a job is running. */
  end(): void;
}

export interface PoolSettings<Job, Answer, Process> {
  /** Maximum number of processes, which may change; each is started when there is work for it. */
  readonly processes: () => number;
  /** Idle seconds after which the processes are ended to release their memory. */
  readonly idleStop: number;
  /**
   * If it throws, the jobs wait for the processes that there are; without any, the next job fails with the error.
   * @param onFree to be called when the process can take another job, if that is not when its `run` settles
   */
  readonly start: (onFree: () => void) => Process;
  readonly run: (process: Process, job: Job) => Promise<Answer>;
  /** @returns the error of the job; undefined to try the job once more, before all others and in another process */
  readonly failure: (job: Job, error: unknown, process: Process) => Promise<Error | undefined> | Error | undefined;
  /** Whether a free process is preferable for a job. */
  readonly suits?: (process: Process, job: Job) => boolean;
  /** Makes the error of jobs that are dropped when the pool is closed. */
  readonly shutDown: () => Error;
}

interface QueuedJob<Job, Answer> {
  readonly job: Job;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Processes that share a queue of jobs. */
export class ProcessPool<Job, Answer, Process extends PooledProcess> {
  readonly #settings: PoolSettings<Job, Answer, Process>;
  readonly #urgent: QueuedJob<Job, Answer>[] = [];
  readonly #others: QueuedJob<Job, Answer>[] = [];
  readonly #processes = new Set<Process>();
  #idleTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(settings: PoolSettings<Job, Answer, Process>) {
    this.#settings = settings;
  }

  get processes(): ReadonlySet<Process> {
    return this.#processes;
  }

  /**
   * @param options.urgent whether the job comes before all others
   * @throws the error of `failure`, `start` or `shutDown`, or the reason of `signal`: a running job then continues, and its
   *   result is dropped
   */
  async run(job: Job, { signal, urgent = false }: { signal: AbortSignal; urgent?: boolean }): Promise<Answer> {
    signal.throwIfAborted();
    if (this.#closed) throw this.#settings.shutDown();
    clearTimeout(this.#idleTimer);
    // Any number of jobs may wait with the same signal.
    setMaxListeners(0, signal);
    let queued: QueuedJob<Job, Answer> | undefined;
    return await abortable<Answer>(
      signal,
      (resolve, reject) => {
        queued = { job, resolve, reject };
        (urgent ? this.#urgent : this.#others).push(queued);
        this.#dispatch();
      },
      {
        onAbort: () => {
          for (const queue of [this.#urgent, this.#others]) {
            const at = queue.findIndex((waiting) => waiting === queued);
            if (at >= 0) queue.splice(at, 1);
          }
        },
      },
    );
  }

  /** Starts the first process before there is a job for it. If that fails, the first job tries again. */
  begin(): void {
    if (this.#closed || this.#processes.size > 0) return;
    try {
      this.#add();
    } catch {
      return;
    }
    this.#onFree();
  }

  /** Ends all processes at once. Waiting and running jobs fail. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    for (const queue of [this.#urgent, this.#others]) {
      for (const { reject } of queue.splice(0)) reject(this.#settings.shutDown());
    }
    const all = [...this.#processes];
    for (const process of all) process.end();
    await Promise.all(all.map(({ ended }) => ended));
  }

  #dispatch(): void {
    for (;;) {
      const queue = this.#urgent.length > 0 ? this.#urgent : this.#others;
      const [next] = queue;
      if (!next || this.#closed) return;
      let process: Process | undefined;
      try {
        process = this.#freeFor(next.job);
      } catch (error) {
        // Where memory is short, `spawn` throws. The processes that there are go on with the queue.
        if (this.#processes.size > 0) return;
        queue.shift();
        next.reject(error);
        continue;
      }
      if (!process) return;
      queue.shift();
      void this.#work(process, next);
    }
  }

  #freeFor(job: Job): Process | undefined {
    const { suits = () => false } = this.#settings;
    const inUse = [...this.#processes].filter(({ retired }) => !retired);
    const idle = inUse.filter(({ busy }) => !busy);
    const surplus = Math.max(0, inUse.length - this.#settings.processes());
    for (const process of idle.splice(0, surplus)) process.end();
    return idle.find((process) => suits(process, job)) ?? idle[0] ?? this.#add();
  }

  #add(): Process | undefined {
    if (this.#processes.size >= this.#settings.processes()) return undefined;
    const added: Process = this.#settings.start(() => {
      this.#onFree();
    });
    this.#processes.add(added);
    void added.ended.then(() => {
      this.#processes.delete(added);
      // Jobs that arrived while it was ending wait for a new process.
      this.#dispatch();
    });
    return added;
  }

  async #work(process: Process, queued: QueuedJob<Job, Answer>): Promise<void> {
    const { run, failure, shutDown } = this.#settings;
    try {
      queued.resolve(await run(process, queued.job));
    } catch (error) {
      const reason = await failure(queued.job, error, process);
      if (reason) queued.reject(reason);
      else if (this.#closed) queued.reject(shutDown());
      else this.#urgent.unshift(queued);
    }
    this.#onFree();
  }

  #onFree(): void {
    this.#dispatch();
    clearTimeout(this.#idleTimer);
    const isIdle = this.#urgent.length + this.#others.length === 0 && [...this.#processes].every(({ busy }) => !busy);
    if (this.#closed || !isIdle) return;
    this.#idleTimer = setTimeout(() => {
      for (const process of this.#processes) process.end();
    }, this.#settings.idleStop * 1000);
    this.#idleTimer.unref();
  }
}
