import type { Writable } from 'node:stream';
import { ProcessLink, type PooledProcess } from 'photofinch/plugin-api/toolkit';
import { pixelPipe, withoutPixels, writePixels } from './pixel-pipe.ts';
import { READY, type Begin, type Reply, type Request, type Task, type Tasks } from './protocol.ts';

/** The network refused the work, or cannot be loaded at all. */
export class InferenceError extends Error {
  override readonly name = 'InferenceError';
  /** The folder of the model whose fault it is; undefined when the input is to blame. */
  readonly faulty: string | undefined;

  constructor(message: string, faulty?: string) {
    super(message);
    this.faulty = faulty;
  }
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
export class InferenceLink implements PooledProcess {
  readonly #link: ProcessLink<Reply, typeof READY>;
  readonly #pixels: Writable;
  readonly #ready: Promise<void>;
  readonly #patience: number;
  /** Tasks that it has done before: the models for these are loaded. */
  readonly #done = new Set<Task>();
  #busy = false;
  #retired = false;
  #late = false;

  /** @param patience seconds without an answer after which the process is taken for one that hangs, and ended */
  constructor(begin: Begin['begin'], patience = usualPatience) {
    this.#patience = patience;
    let isReady = (): void => undefined;
    this.#link = new ProcessLink('./inference-process', import.meta.url, {
      env: frugal,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'],
      onMessage: () => {
        isReady();
      },
      died: (how) => `The process that runs the models ${this.#late ? `did not answer for ${patience} s` : why(how)}.`,
    });
    this.#pixels = this.#link.child.stdio[pixelPipe] as Writable;
    // As with messages: the end of the process tells that it is gone.
    this.#pixels.on('error', () => undefined);
    const slow = setTimeout(() => this.#link.child.kill('SIGKILL'), startTimeout);
    const started = new Promise<void>((resolve) => {
      isReady = resolve;
    });
    this.#ready = Promise.race([started, this.#link.ended]).then(() => {
      clearTimeout(slow);
    });
    void this.#link.ended.then(() => this.#pixels.destroy());
    this.#link.send({ begin } satisfies Begin);
  }

  get pid(): number | undefined {
    return this.#link.pid;
  }

  get busy(): boolean {
    return this.#busy;
  }

  get retired(): boolean {
    return this.#retired || this.#link.over;
  }

  get ended(): Promise<void> {
    return this.#link.ended;
  }

  /** Whether it has done such work before. */
  knows(task: Task): boolean {
    return this.#done.has(task);
  }

  /**
   * @param input its pictures must not be released before the answer
   * @throws ProcessDied, InferenceError, or RangeError as `withoutPixels`
   */
  async run<T extends Task>(task: T, input: Tasks[T]['input']): Promise<Tasks[T]['output']> {
    if (this.#busy) throw new Error('The process has work in hand');
    this.#busy = true;
    this.#done.add(task);
    const timer = setTimeout(() => {
      this.#late = true;
      this.#link.child.kill('SIGKILL');
    }, this.#patience * 1000);
    try {
      await this.#ready;
      const reply = await this.#link.call((id) => {
        const request = { id, task, input } as Request;
        this.#link.send(withoutPixels(request));
        writePixels(request, this.#pixels);
      });
      if ('error' in reply) throw new InferenceError(reply.error, reply.faulty);
      return reply.output;
    } finally {
      clearTimeout(timer);
      this.#busy = false;
    }
  }

  end(): void {
    this.#retired = true;
    void this.#link.end((child) => child.kill('SIGTERM'), endTimeout);
  }
}

const why = (how: string): string =>
  how.endsWith('SIGKILL') ? `${how}, as the system does when memory is short` : how;
