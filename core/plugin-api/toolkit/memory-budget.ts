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
  #free: number;

  constructor(limit: number) {
    this.limit = limit;
    this.#free = limit;
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
    let onAbort: (() => void) | undefined;
    try {
      return await new Promise<() => void>((grant, reject) => {
        const waiting: Waiting = { bytes, grant };
        onAbort = () => {
          const at = queue.indexOf(waiting);
          if (at < 0) return;
          queue.splice(at, 1);
          reject(signal.reason as Error);
          // It may have kept smaller ones waiting.
          this.#serve();
        };
        signal.addEventListener('abort', onAbort, { once: true });
        queue.push(waiting);
        this.#serve();
      });
    } finally {
      if (onAbort) signal.removeEventListener('abort', onAbort);
    }
  }

  /** A large one is not passed by small ones: it would wait for ever. */
  #serve(): void {
    for (;;) {
      const queue = this.#urgent.length > 0 ? this.#urgent : this.#others;
      const [next] = queue;
      if (!next || next.bytes > this.#free) return;
      queue.shift();
      this.#free -= next.bytes;
      let held = true;
      next.grant(() => {
        if (!held) return;
        held = false;
        this.#free += next.bytes;
        this.#serve();
      });
    }
  }
}
