import { onAbort } from './abortable.ts';

interface BudgetRequest {
  readonly bytes: number;
  readonly grant: (release: () => void) => void;
}

/**
 * A memory budget in bytes, shared by pieces of work. Each reserves what it needs before it begins, and waits until that
 * much is free; in order of request, but those first for which a person waits.
 */
export class MemoryBudget {
  readonly limit: number;
  readonly #urgent: BudgetRequest[] = [];
  readonly #others: BudgetRequest[] = [];
  readonly #onShort = new Set<() => void>();
  #free: number;

  constructor(limit: number) {
    this.limit = limit;
    this.#free = limit;
  }

  /** Whether anything waits for memory. */
  get isShort(): boolean {
    return this.#urgent.length + this.#others.length > 0;
  }

  /** Calls `giveUp` whenever a request has to wait, so that memory held without need is released. */
  onShort(giveUp: () => void): void {
    this.#onShort.add(giveUp);
  }

  /** Counts bytes that are already taken, even beyond the limit. @returns a function that releases them */
  hold(bytes: number): () => void {
    this.#free -= bytes;
    return this.#releaseOf(bytes);
  }

  /**
   * Waits for some bytes.
   * @returns a function that releases them; calling it again does nothing
   * @throws RangeError if they exceed the limit, or the reason of `signal`
   */
  async take(
    bytes: number,
    { urgent = false, signal }: { urgent?: boolean; signal: AbortSignal },
  ): Promise<() => void> {
    signal.throwIfAborted();
    if (!(bytes >= 0 && bytes <= this.limit)) throw new RangeError(`There are never ${bytes} bytes to be had.`);
    const queue = urgent ? this.#urgent : this.#others;
    return new Promise<() => void>((resolve, reject) => {
      const waiting: BudgetRequest = {
        bytes,
        grant: (release) => {
          stopListening();
          resolve(release);
        },
      };
      const stopListening = onAbort(signal, () => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(signal.reason as Error);
        // The aborted request may have blocked smaller ones.
        this.#serve();
      });
      queue.push(waiting);
      this.#serve();
      if (this.isShort) for (const giveUp of this.#onShort) giveUp();
    });
  }

  /** Small requests do not overtake a large one, which would wait forever. */
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
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#free += bytes;
      this.#serve();
    };
  }
}
