import type { Writable } from 'node:stream';
import { ProcessLink, type PooledProcess } from 'photofinch/plugin-api/toolkit';
import { pixelPipe, withoutPixels, writePixels } from './pixel-pipe.ts';
import type { ChosenExecution } from './execution.ts';
import type { Begin, Note, ReadyMessage, Reply, Request, Task, Tasks } from './protocol.ts';

/** The model failed, or cannot be loaded. */
export class InferenceError extends Error {
  override readonly name = 'InferenceError';
  /** The folder of the faulty model; undefined if the input is to blame. */
  readonly faulty: string | undefined;

  constructor(message: string, faulty?: string) {
    super(message);
    this.faulty = faulty;
  }
}

/**
 * Timeout of one task in seconds: a crowd on a slow machine takes one or two, and loading a model as many. A task gets it
 * twice, so both have to fit into the time limit of the server, which is ten minutes.
 */
export const usualPatience = 180;

/** The most milliseconds that a process may take to become ready, and to end when told to. */
const startTimeout = 30_000;
const endTimeout = 2000;

/**
 * Large blocks are returned to the system when freed, instead of staying as holes between others: with all models in two
 * processes this halves their memory. Below 8 MB it would cost too much time; huge pages, if available, reduce that time. C
 * libraries other than glibc ignore these variables.
 */
const frugal = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: `${8 * 1024 * 1024}`,
  MALLOC_TRIM_THRESHOLD_: `${64 * 1024 * 1024}`,
  GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
};

export interface LinkSettings {
  /** Called with the execution provider that the process has chosen. */
  readonly onReady: (chosen: ChosenExecution) => void;
  readonly onNote: (sentence: string) => void;
  /** Timeout in seconds after which the process counts as hanging and is killed. */
  readonly patience?: number | undefined;
}

/** An inference process that runs at most one task at a time. */
export class InferenceLink implements PooledProcess {
  readonly #link: ProcessLink<Reply, ReadyMessage | Note>;
  readonly #pixels: Writable;
  readonly #ready: Promise<void>;
  readonly #patience: number;
  /** Tasks that it has run before, whose models are loaded. */
  readonly #done = new Set<Task>();
  #busy = false;
  #retired = false;
  #late = false;

  /** @throws Error if the system does not start the process now */
  constructor(begin: Begin['begin'], { onReady, onNote, patience = usualPatience }: LinkSettings) {
    this.#patience = patience;
    let isReady = (): void => undefined;
    this.#link = new ProcessLink('./inference-process', import.meta.url, {
      env: frugal,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'],
      onMessage: (message) => {
        if ('note' in message) {
          onNote(message.note);
          return;
        }
        onReady(message.ready);
        isReady();
      },
      died: (reason) =>
        `The process that runs the models ${this.#late ? `did not answer for ${patience} s` : withHint(reason)}.`,
    });
    // If too many files are open, there are no pipes.
    const pixels = (this.#link.child.stdio as (Writable | null)[] | undefined)?.[pixelPipe];
    // The end of the process is handled elsewhere, as with messages.
    pixels?.on('error', () => undefined);
    if (!pixels || this.#link.pid === undefined) throw new Error('Too many files are open, or too many processes run.');
    this.#pixels = pixels;
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

  /** Whether it has run such a task before. */
  knows(task: Task): boolean {
    return this.#done.has(task);
  }

  /**
   * @param input its pictures must not be released before the response
   * @throws ProcessDied, InferenceError, or RangeError like `withoutPixels`
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

const withHint = (reason: string): string =>
  reason.endsWith('SIGKILL') ? `${reason}, as the system does when memory is short` : reason;
