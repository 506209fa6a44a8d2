interface Turn {
  /** The key of the index that is changed, or that background work needs unchanged; null for a read. */
  readonly index: string | null;
  run(): Promise<void>;
}

/**
 * Schedules the work of the process: one task at a time, in the order of requests, and background work when nothing else
 * waits.
 *
 * Background work pauses between its steps. Reads, and changes of other indexes, run then; changes of its own index wait for
 * its end, so that it sees a consistent state.
 */
export class Turns {
  readonly #urgent: Turn[] = [];
  readonly #background: Turn[] = [];
  #working = false;
  /** The index of the running background work. */
  #inBackground: string | null = null;

  read<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue(this.#urgent, null, work);
  }

  write<T>(index: string, work: () => Promise<T>): Promise<T> {
    return this.#queue(this.#urgent, index, work);
  }

  background<T>(index: string, work: () => Promise<T>): Promise<T> {
    return this.#queue(this.#background, index, work);
  }

  /** To be called by background work between two steps. */
  async pause(): Promise<void> {
    // Lets messages arrive.
    await new Promise(setImmediate);
    let at: number;
    while ((at = this.#urgent.findIndex(({ index }) => index !== this.#inBackground)) >= 0) {
      await this.#urgent.splice(at, 1)[0]?.run();
    }
  }

  #queue<T>(queue: Turn[], index: Turn['index'], work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // Also work that throws at once must not end the process.
      queue.push({ index, run: () => Promise.resolve().then(work).then(resolve, reject) });
      if (!this.#working) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#working = true;
    for (;;) {
      const urgent = this.#urgent.shift();
      const turn = urgent ?? this.#background.shift();
      if (!turn) break;
      this.#inBackground = urgent ? null : turn.index;
      await turn.run();
    }
    this.#working = false;
  }
}
