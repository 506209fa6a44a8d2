import { onAbort } from './abortable.ts';

interface Waiting {
  readonly bytes: number;
  readonly grant: (release: () => void) => void;
}

/**
 * Memory that pieces of work share, in bytes. Each takes what it needs before it begins, and waits until that much is free;
 * in the order in which they asked, those first for which a person waits.
 */
export class MemoryBudget {
  readonly limit: number;
  readonly #urgent: Waiting[] = [];
  readonly #others: Waiting[] = [];
  readonly #onShort = new Set<() => void>();
  #free: number;

  constructor(limit: number) {
    this.limit = limit;
    this.#free = limit;
  }

  /** Whether somebody waits. */
  get isShort(): boolean {
    return this.#urgent.length + this.#others.length > 0;
  }

  /** Calls `giveUp` whenever somebody has to wait, so that what is held without need is given back. */
  onShort(giveUp: () => void): void {
    this.#onShort.add(giveUp);
  }

  /** Counts bytes that are taken already, whether or not they are free. @returns gives them back */
  hold(bytes: number): () => void {
    this.#free -= bytes;
    return this.#releaseOf(bytes);
  }

  /**
   * Waits for so many bytes.
   * @returns gives them back; calling it again does nothing
   * @throws RangeError when there will never be as many, or the reason of `signal`
   */
  async take(
    bytes: number,
    { urgent = false, signal }: { urgent?: boolean; signal: AbortSignal },
  ): Promise<() => void> {
    signal.throwIfAborted();
    if (!(bytes >= 0 && bytes <= this.limit)) throw new RangeError(`There are never ${bytes} bytes to be had.`);
    const queue = urgent ? this.#urgent : this.#others;
    return new Promise<() => void>((resolve, reject) => {
      const waiting: Waiting = {
        bytes,
        grant: (release) => {
          stopListening();
          resolve(release);
        },
      };
      const stopListening = onAbort(signal, () => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(signal.reason as Error);
        // It may have kept smaller ones waiting.
        this.#serve();
      });
      queue.push(waiting);
      this.#serve();
      if (this.isShort) for (const giveUp of this.#onShort) giveUp();
    });
  }

  /** A large one is not passed by small ones: it would wait for ever. */
  #serve(): void {
    for (;;) {
      const queue = this.#urgent.length > 0 ? this.#urgent : this.#others;
      const [next] = queue;
      if (!next || next.bytes > this.#free) return;
      queue.shift();
      this.#free -= next.bytes;
      next.grant(this.#releaseOf(next.bytes));
    }
  }

  #releaseOf(bytes: number): () => void {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#free += bytes;
      this.#serve();
    };
  }
}
