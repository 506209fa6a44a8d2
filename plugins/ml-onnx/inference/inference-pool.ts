import { setMaxListeners } from 'node:events';
import type { MlPriority } from 'photofinch/plugin-api';
import { InferenceLink, ProcessDied } from './inference-link.ts';
import type { Task, Tasks } from './protocol.ts';

interface PoolOptions {
  /** Processes at most; each is started when there is work for it. */
  readonly processes: number;
  /** Threads of each. */
  readonly threads: number;
  /** Seconds without work after which a process is ended, and its memory given back. */
  readonly idleStop: number;
  /** Seconds without an answer after which a process is ended. */
  readonly patience?: number | undefined;
}

interface Job {
  readonly task: Task;
  readonly input: Tasks[Task]['input'];
  readonly signal: AbortSignal;
  resolve(output: Tasks[Task]['output']): void;
  reject(error: unknown): void;
  /** It has cost a process its life once. */
  deadly: boolean;
}

/**
 * Processes that run networks. Each has one piece of work in hand, so what a person waits for is never behind more than
 * what is being computed at that moment. Work over which a process dies is tried once more in another one.
 */
export class InferencePool {
  readonly #options: PoolOptions;
  readonly #queues: Readonly<Record<MlPriority, Job[]>> = { interactive: [], background: [] };
  readonly #links = new Set<InferenceLink>();
  #idleTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** Of the processes that run now. */
  get pids(): number[] {
    return [...this.#links].flatMap(({ pid }) => pid ?? []);
  }

  /** @throws InferenceError, ProcessDied, or the reason of `signal` */
  async run<T extends Task>(
    task: T,
    input: Tasks[T]['input'],
    { priority, signal }: { priority: MlPriority; signal: AbortSignal },
  ): Promise<Tasks[T]['output']> {
    signal.throwIfAborted();
    if (this.#closed) throw shutDown();
    clearTimeout(this.#idleTimer);
    // All that waits may wait under one signal.
    setMaxListeners(0, signal);
    let onAbort: (() => void) | undefined;
    try {
      return await new Promise<Tasks[T]['output']>((resolve, reject) => {
        const job: Job = { task, input, signal, resolve: resolve, reject, deadly: false };
        onAbort = () => {
          // A run cannot be stopped: when it has begun, its answer is thrown away.
          reject(signal.reason as Error);
          this.#forget(job);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        this.#queues[priority].push(job);
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
    for (const queue of Object.values(this.#queues)) {
      for (const job of queue.splice(0)) job.reject(shutDown());
    }
    await Promise.all([...this.#links].map((link) => link.end()));
  }

  #dispatch(): void {
    for (;;) {
      const queue = this.#queues.interactive.length > 0 ? this.#queues.interactive : this.#queues.background;
      if (queue.length === 0 || this.#closed) return;
      const job = queue[0];
      const link = job && this.#linkFor(job.task);
      if (!link) return;
      queue.shift();
      void this.#work(link, job);
    }
  }

  /** Rather one that has the models loaded: a text model takes memory in every process that it is loaded in. */
  #linkFor(task: Task): InferenceLink | undefined {
    const idle = [...this.#links].filter(({ busy, ending }) => !busy && !ending);
    return idle.find((link) => link.knows(task)) ?? idle[0] ?? this.#start();
  }

  #start(): InferenceLink | undefined {
    const { processes, threads, idleStop, patience } = this.#options;
    if (this.#links.size >= processes) return undefined;
    const onEnd = (): void => {
      this.#links.delete(link);
      // What came while it was ending waits for a new one.
      this.#dispatch();
    };
    const link = new InferenceLink({ threads, keepFor: idleStop }, onEnd, patience);
    this.#links.add(link);
    return link;
  }

  async #work(link: InferenceLink, job: Job): Promise<void> {
    try {
      job.resolve(await link.run(job.task, job.input));
    } catch (error) {
      if (error instanceof ProcessDied && !job.deadly && !job.signal.aborted && !this.#closed) {
        job.deadly = true;
        this.#queues.interactive.unshift(job);
      } else job.reject(this.#closed ? shutDown() : error);
    }
    this.#dispatch();
    this.#stopWhenIdle();
  }

  #forget(job: Job): void {
    for (const queue of Object.values(this.#queues)) {
      const at = queue.indexOf(job);
      if (at >= 0) queue.splice(at, 1);
    }
  }

  #stopWhenIdle(): void {
    clearTimeout(this.#idleTimer);
    if (this.#closed || !this.#isIdle()) return;
    this.#idleTimer = setTimeout(() => {
      for (const link of this.#links) void link.end();
    }, this.#options.idleStop * 1000);
    this.#idleTimer.unref();
  }

  #isIdle(): boolean {
    const waiting = this.#queues.interactive.length + this.#queues.background.length;
    return waiting === 0 && [...this.#links].every(({ busy }) => !busy);
  }
}

const shutDown = (): ProcessDied => new ProcessDied('The models are shut down.');
