import type { Transferable, Worker } from 'node:worker_threads';
import { PhotoError } from './photo-error.ts';

/** What one kind of worker can be asked, by name of the task. */
export type Tasks<T> = { readonly [K in keyof T]: { readonly input: unknown; readonly output: unknown } };

export interface Question {
  readonly id: number;
  readonly task: string;
  readonly input: unknown;
}

/** The first thing that a worker says. */
export const READY = 'ready';

export type Answer =
  | { readonly id: number; readonly output: unknown }
  | { readonly id: number; readonly error: { readonly message: string; readonly forPeople: boolean } };

/** The worker ended while it had this call in hand. Says nothing about the photo: it may have been a neighbour's fault. */
export class WorkerDied extends Error {
  override readonly name = 'WorkerDied';
}

/** The worker does not even start: something is wrong with the installation, and with no photo. */
export class WorkerBroken extends Error {
  override readonly name = 'WorkerBroken';
}

export interface CallOptions {
  /** Buffers that move to the worker instead of being copied; they are empty here afterwards. */
  readonly transfer?: readonly Transferable[];
  readonly signal?: AbortSignal | undefined;
}

interface Pending {
  resolve(output: unknown): void;
  reject(error: Error): void;
}

/**
 * A worker thread as a set of functions. It starts with the first call, is replaced when it dies, and ends when it has
 * been idle for a while.
 */
export class WorkerLink<T extends Tasks<T>> {
  readonly #start: () => Worker;
  readonly #timeout: number;
  readonly #idleStop: number | undefined;
  readonly #pending = new Map<number, Pending>();
  #worker: Worker | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastId = 0;
  #closed = false;

  /**
   * @param options.timeout seconds until a call fails and the worker, which hangs, is replaced
   * @param options.idleStop seconds after which a worker without work is ended; without it, never
   */
  constructor(start: () => Worker, options: { timeout: number; idleStop?: number }) {
    this.#start = start;
    this.#timeout = options.timeout;
    this.#idleStop = options.idleStop;
  }

  /**
   * @throws PhotoError when the worker says why the photo cannot be read, or takes too long over it
   * @throws WorkerDied, WorkerBroken
   */
  async call<K extends keyof T & string>(
    task: K,
    input: T[K]['input'],
    options: CallOptions = {},
  ): Promise<T[K]['output']> {
    options.signal?.throwIfAborted();
    if (this.#closed) throw new WorkerDied('The worker was closed.');
    clearTimeout(this.#idleTimer);
    const worker = (this.#worker ??= this.#launch());
    const id = (this.#lastId += 1);

    let timer: NodeJS.Timeout | undefined;
    let onAbort: (() => void) | undefined;
    try {
      return await new Promise<unknown>((resolve, reject) => {
        this.#pending.set(id, { resolve, reject });
        timer = setTimeout(() => {
          this.#pending.delete(id);
          reject(new PhotoError(`Reading the picture took longer than ${this.#timeout} seconds.`));
          void this.#discard(worker);
        }, this.#timeout * 1000);
        onAbort = () => {
          reject(options.signal?.reason as Error);
        };
        options.signal?.addEventListener('abort', onAbort, { once: true });
        worker.postMessage({ id, task, input } satisfies Question, options.transfer ?? []);
      });
    } finally {
      clearTimeout(timer);
      if (onAbort) options.signal?.removeEventListener('abort', onAbort);
      this.#pending.delete(id);
      this.#stopWhenIdle();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    await this.#discard(this.#worker);
  }

  #launch(): Worker {
    const worker = this.#start();
    let ready = false;
    let cause: unknown;
    worker.on('message', (answer: Answer | typeof READY) => {
      if (answer === READY) ready = true;
      else this.#settle(answer);
    });
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      this.#forget(
        worker,
        ready
          ? new WorkerDied('The worker that reads pictures ended.', { cause })
          : new WorkerBroken('The worker that reads pictures does not start.', { cause }),
      );
    });
    return worker;
  }

  #settle(answer: Answer): void {
    const pending = this.#pending.get(answer.id);
    if (!pending) return;
    if ('output' in answer) pending.resolve(answer.output);
    else if (answer.error.forPeople) pending.reject(new PhotoError(answer.error.message));
    else pending.reject(new Error(answer.error.message));
  }

  async #discard(worker: Worker | undefined): Promise<void> {
    if (!worker) return;
    this.#forget(worker, new WorkerDied('The worker that reads pictures was ended.'));
    await worker.terminate();
  }

  #forget(worker: Worker, reason: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const orphans = [...this.#pending.values()];
    this.#pending.clear();
    for (const orphan of orphans) orphan.reject(reason);
  }

  #stopWhenIdle(): void {
    if (this.#idleStop === undefined || this.#pending.size > 0 || this.#closed) return;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => void this.#discard(this.#worker), this.#idleStop * 1000);
    this.#idleTimer.unref();
  }
}
