import { ProcessLink } from 'photofinch/plugin-api/toolkit';
import type { Cancel, Notice, Reply, Task, Tasks } from './protocol.ts';

/**
 * Once a large block was freed, glibc allocates blocks of that size from its heap and never releases them. With a fixed
 * threshold they are returned to the system, which saves a third of the memory for a million vectors.
 */
const memoryEnvironment = { MALLOC_MMAP_THRESHOLD_: '1048576' };

/** The interface of the process with the vectors. The process runs until `end`, unless it dies before. */
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

  /** Ends the process, even if calls are running. */
  async end(): Promise<void> {
    await this.#link.end((child) => {
      if (child.connected) child.disconnect();
    });
  }
}
