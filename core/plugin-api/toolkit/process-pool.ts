import { setMaxListeners } from 'node:events';
import { abortable } from './abortable.ts';

/** A process of a pool. It has one job in hand at most, so the job over which it ends is known. */
export interface PooledProcess {
  readonly pid: number | undefined;
  readonly busy: boolean;
  /** It is ending, and takes no more jobs. */
  readonly retired: boolean;
  /** Resolves when the process is gone. */
  readonly ended: Promise<unknown>;
  /** Ends the process, whatever it has in hand. */
  end(): void;
}

export interface PoolSettings<Job, Answer, Process> {
  /** Processes at most; each is started when there is work for it. */
  readonly processes: number;
  /** Seconds without work after which the processes are ended, and their memory is released. */
  readonly idleStop: number;
  /** @param onFree to be called when the process can take another job, unless that is when its `run` settles */
  readonly start: (onFree: () => void) => Process;
  readonly run: (process: Process, job: Job) => Promise<Answer>;
  /** @returns the error of the job; undefined to try the job once more, before all others and in another process */
  readonly failure: (job: Job, error: unknown, process: Process) => Promise<Error | undefined> | Error | undefined;
  /** Whether a free process is better for a job than another one. */
  readonly suits?: (process: Process, job: Job) => boolean;
  /** Makes the error of a job that the pool gives up when it is closed. */
  readonly shutDown: () => Error;
}

interface Queued<Job, Answer> {
  readonly job: Job;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Processes that share a queue of jobs. */
export class ProcessPool<Job, Answer, Process extends PooledProcess> {
  readonly #settings: PoolSettings<Job, Answer, Process>;
  readonly #urgent: Queued<Job, Answer>[] = [];
  readonly #others: Queued<Job, Answer>[] = [];
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
   * @param options.urgent the job comes before all that are not
   * @throws what `failure` or `shutDown` makes, or the reason of `signal`: a job that has begun goes on then, for nobody
   */
  async run(job: Job, { signal, urgent = false }: { signal: AbortSignal; urgent?: boolean }): Promise<Answer> {
    signal.throwIfAborted();
    if (this.#closed) throw this.#settings.shutDown();
    clearTimeout(this.#idleTimer);
    // Any number of jobs may wait under one signal.
    setMaxListeners(0, signal);
    let queued: Queued<Job, Answer> | undefined;
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

  /** Ends all processes at once. Jobs that wait or run fail. */
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
      const process = this.#freeFor(next.job);
      if (!process) return;
      queue.shift();
      void this.#work(process, next);
    }
  }

  #freeFor(job: Job): Process | undefined {
    const { suits = () => false } = this.#settings;
    const free = [...this.#processes].filter(({ busy, retired }) => !busy && !retired);
    return free.find((process) => suits(process, job)) ?? free[0] ?? this.#add();
  }

  #add(): Process | undefined {
    if (this.#processes.size >= this.#settings.processes) return undefined;
    const added: Process = this.#settings.start(() => {
      this.#onFree();
    });
    this.#processes.add(added);
    void added.ended.then(() => {
      this.#processes.delete(added);
      // Jobs that came while it was ending wait for a new one.
      this.#dispatch();
    });
    return added;
  }

  async #work(process: Process, queued: Queued<Job, Answer>): Promise<void> {
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
