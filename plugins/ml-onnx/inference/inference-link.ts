import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { startProcess } from 'photofinch/plugin-api/toolkit';
import { pixelPipe, withoutPixels, writePixels } from './pixel-pipe.ts';
import { READY, type Begin, type Reply, type Request, type Task, type Tasks } from './protocol.ts';

/** The process ended while it had this work in hand. */
export class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
}

/** The network refused the work, or cannot be loaded at all. */
export class InferenceError extends Error {
  override readonly name = 'InferenceError';
  /** The folder of the model whose fault it is; undefined when the fault lies in what it was asked. */
  readonly faulty: string | undefined;

  constructor(message: string, faulty?: string) {
    super(message);
    this.faulty = faulty;
  }
}

interface Pending {
  readonly id: number;
  /** Ends a process that never answers. */
  readonly timer: NodeJS.Timeout;
  resolve(output: Tasks[Task]['output']): void;
  reject(error: Error): void;
}

/** Seconds for one piece of work: a crowd on a slow machine takes one or two, and loading a network as many. */
const usualPatience = 180;

/** Milliseconds that a process may take to begin, and to end when it is asked to. */
const startTimeout = 30_000;
const endTimeout = 2000;

/**
 * Large pieces of memory go back to the system when they are freed, in place of staying as holes between others: with all
 * models in two processes this halves what they hold. Below 8 MB it would cost more time than it is worth; huge pages, where
 * the system has them, take most of that time away. Other C libraries than glibc do not know these variables.
 */
const frugal = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: `${8 * 1024 * 1024}`,
  MALLOC_TRIM_THRESHOLD_: `${64 * 1024 * 1024}`,
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
};

/** One inference process with at most one piece of work in hand. */
export class InferenceLink {
  readonly #child: ChildProcess;
  readonly #pixels: Writable;
  readonly #ready: Promise<void>;
  readonly #ended: Promise<void>;
  /** What it has done before: for that, its models are loaded. */
  readonly #done = new Set<Task>();
  #pending: Pending | undefined;
  #lastId = 0;
  #over = false;
  #ending = false;
  #late = false;
  readonly #patience: number;

  /**
   * @param onEnd called once, whether the process was asked to end or not
   * @param patience seconds without an answer after which the process is taken for one that hangs, and ended
   */
  constructor(begin: Begin['begin'], onEnd: () => void, patience = usualPatience) {
    this.#patience = patience;
    const child = startProcess('./inference-process', import.meta.url, {
      serialization: 'advanced',
      env: frugal,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'],
    });
    this.#child = child;
    this.#pixels = child.stdio[pixelPipe] as Writable;
    // As with messages: `exit` tells that the process is gone.
    this.#pixels.on('error', () => undefined);
    this.#ended = new Promise((resolve) => {
      const end = (code?: unknown, signal?: unknown): void => {
        if (this.#over) return;
        this.#over = true;
        this.#pixels.destroy();
        const reason = this.#late ? `did not answer for ${this.#patience} s` : reasonOf(code, signal);
        clearTimeout(this.#pending?.timer);
        this.#pending?.reject(new ProcessDied(`The process that runs the models ${reason}.`));
        this.#pending = undefined;
        resolve();
        onEnd();
      };
      child.once('exit', end);
      child.once('error', end);
    });
    this.#ready = new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        child.kill('SIGKILL');
      }, startTimeout);
      child.on('message', (message: Reply | typeof READY) => {
        if (message === READY) {
          clearTimeout(timer);
          resolve();
        } else this.#settle(message);
      });
      void this.#ended.then(() => {
        clearTimeout(timer);
        reject(new ProcessDied('The process that runs the models does not start.'));
      });
    });
    this.#ready.catch(() => undefined);
    this.#send({ begin } satisfies Begin);
  }

  get busy(): boolean {
    return this.#pending !== undefined;
  }

  /** It was told to end, and takes no more work. */
  get ending(): boolean {
    return this.#ending;
  }

  /** Whether it has done such work before. */
  knows(task: Task): boolean {
    return this.#done.has(task);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /**
   * @param input its pictures must not be given away before the answer
   * @throws ProcessDied, InferenceError, or RangeError as `withoutPixels`
   */
  async run<T extends Task>(task: T, input: Tasks[T]['input']): Promise<Tasks[T]['output']> {
    if (this.#pending) throw new Error('The process has work in hand');
    return new Promise<Tasks[T]['output']>((resolve, reject) => {
      if (this.#over) {
        reject(new ProcessDied('The process that runs the models ended.'));
        return;
      }
      const id = (this.#lastId += 1);
      const timer = setTimeout(() => {
        this.#late = true;
        this.#child.kill('SIGKILL');
      }, this.#patience * 1000);
      const pending: Pending = { id, timer, resolve: resolve, reject };
      this.#pending = pending;
      this.#done.add(task);
      const begin = (): void => {
        const request = { id, task, input } as Request;
        this.#send(withoutPixels(request));
        writePixels(request, this.#pixels);
      };
      this.#ready.then(begin).catch((error: unknown) => {
        clearTimeout(timer);
        if (this.#pending === pending) this.#pending = undefined;
        pending.reject(error as Error);
      });
    });
  }

  /** Ends the process, whatever it has in hand. */
  async end(): Promise<void> {
    this.#ending = true;
    if (!this.#over) this.#child.kill('SIGTERM');
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), endTimeout);
    await this.#ended;
    clearTimeout(timer);
  }

  #settle(reply: Reply): void {
    const pending = this.#pending;
    if (pending?.id !== reply.id) return;
    this.#pending = undefined;
    clearTimeout(pending.timer);
    if ('output' in reply) pending.resolve(reply.output);
    else pending.reject(new InferenceError(reply.error, reply.faulty));
  }

  #send(message: unknown): void {
    // An error here means that the process is gone, of which `exit` tells.
    if (this.#child.connected) this.#child.send(message as object, () => undefined);
  }
}

function reasonOf(code: unknown, signal: unknown): string {
  const how = typeof signal === 'string' ? `was ended by ${signal}` : `ended with ${String(code)}`;
  const why = signal === 'SIGKILL' ? ', as the system does when memory is short' : '';
  return `${how}${why}`;
}
