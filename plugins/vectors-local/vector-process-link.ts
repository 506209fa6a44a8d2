import { ProcessLink } from 'photofinch/plugin-api/toolkit';
import type { Cancel, Notice, Reply, Task, Tasks } from './protocol.ts';

/**
 * glibc takes large pieces of memory from its heap once one of that size was freed, and then never releases them. With a
 * fixed threshold they go back to the system, which makes a third less memory for a million vectors.
 */
const memoryEnvironment = { MALLOC_MMAP_THRESHOLD_: '1048576' };

/** The process that owns the vectors, as functions. It lives until `end`, or shorter. */
export class VectorProcessLink {
  readonly #link: ProcessLink<Reply, Notice>;

  constructor(onNotice: (notice: Notice) => void) {
    this.#link = new ProcessLink('./vector-process', import.meta.url, {
      env: memoryEnvironment,
      onMessage: onNotice,
      died: () => 'The process that holds the vectors ended.',
    });
  }

  get over(): boolean {
    return this.#link.over;
  }

  get pid(): number | undefined {
    return this.#link.pid;
  }

  /** @throws ProcessDied; Error with the message of an error in the process; the reason of `signal` */
  async call<T extends Task>(
    index: string,
    task: T,
    input: Tasks[T]['input'],
    signal?: AbortSignal,
  ): Promise<Tasks[T]['output']> {
    const reply = await this.#link.call(
      (id) => {
        this.#link.send({ id, index, task, input });
      },
      {
        signal,
        onAbort: (id) => {
          this.#link.send({ cancel: id } satisfies Cancel);
        },
      },
    );
    if ('error' in reply) throw new Error(reply.error);
    return reply.output;
  }

  /** Ends the process, whatever it has in hand. */
  async end(): Promise<void> {
    await this.#link.end((child) => {
      if (child.connected) child.disconnect();
    });
  }
}
