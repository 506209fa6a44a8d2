import type { ChildProcess } from 'node:child_process';
import { startProcess } from 'photofinch/plugin-api/toolkit';
import type { Cancel, Notice, Reply, Request, Task, Tasks } from './protocol.ts';

/** The process ended while it had this call in hand. */
export class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
}

interface Pending {
  resolve(output: Tasks[Task]['output']): void;
  reject(error: Error): void;
}

/** Milliseconds that the process may take to end when it is asked to. */
const endTimeout = 5000;

/**
 * glibc takes large pieces of memory from its heap once one of that size was freed, and then never gives them back. With a
 * fixed threshold they go back to the system, which makes a third less memory for a million vectors.
 */
const memoryEnvironment = { MALLOC_MMAP_THRESHOLD_: '1048576' };

/** The process that owns the vectors, as functions. It lives as long as this object does not end it, or shorter. */
export class VectorProcessLink {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #over = false;

  constructor(onNotice: (notice: Notice) => void) {
    const child = startProcess('./vector-process', import.meta.url, {
      serialization: 'advanced',
      env: memoryEnvironment,
    });
    this.#child = child;
    child.on('message', (message: Reply | Notice) => {
      if ('id' in message) this.#settle(message);
      else onNotice(message);
    });
    this.#ended = new Promise((resolve) => {
      const end = (): void => {
        if (this.#over) return;
        this.#over = true;
        const pending = [...this.#pending.values()];
        this.#pending.clear();
        for (const call of pending) call.reject(new ProcessDied('The process that holds the vectors ended.'));
        resolve();
      };
      child.once('exit', end);
      child.once('error', end);
    });
  }

  get over(): boolean {
    return this.#over;
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** @throws ProcessDied, or what went wrong in the process; whatever `signal` was aborted with */
  async call<T extends Task>(
    index: string,
    task: T,
    input: Tasks[T]['input'],
    signal?: AbortSignal,
  ): Promise<Tasks[T]['output']> {
    signal?.throwIfAborted();
    if (this.#over) throw new ProcessDied('The process that holds the vectors ended.');
    const id = (this.#lastId += 1);
    let onAbort: (() => void) | undefined;
    try {
      return await new Promise<Tasks[T]['output']>((resolve, reject) => {
        this.#pending.set(id, { resolve, reject });
        onAbort = () => {
          this.#send({ cancel: id } satisfies Cancel);
          reject(signal?.reason as Error);
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        this.#send({ id, index, task, input } as Request);
      });
    } finally {
      this.#pending.delete(id);
      if (onAbort) signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Ends the process, whatever it has in hand. */
  async end(): Promise<void> {
    if (this.#child.connected) this.#child.disconnect();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), endTimeout);
    await this.#ended;
    clearTimeout(timer);
  }

  #settle(reply: Reply): void {
    const pending = this.#pending.get(reply.id);
    if ('output' in reply) pending?.resolve(reply.output);
    else pending?.reject(new Error(reply.error));
  }

  #send(message: Request | Cancel): void {
    // An error here means that the process is gone, of which `exit` tells.
    if (this.#child.connected) this.#child.send(message, () => undefined);
  }
}
