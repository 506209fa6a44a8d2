interface Turn {
  /** The key of the index that changes, or that background work must find unchanged; null for a read. */
  readonly index: string | null;
  run(): Promise<void>;
}

/**
 * Who works next in the process: one at a time, in the order of asking, and background work when nobody waits.
 *
 * Background work pauses between its steps. Reads go first then, and changes of other indexes; those of its own wait for
 * its end, so that it sees one state throughout.
 */
export class Turns {
  readonly #urgent: Turn[] = [];
  readonly #background: Turn[] = [];
  #working = false;
  /** The index of the background work that has begun. */
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
    // Lets messages in.
    await new Promise(setImmediate);
    let at: number;
    while ((at = this.#urgent.findIndex(({ index }) => index !== this.#inBackground)) >= 0) {
      await this.#urgent.splice(at, 1)[0]?.run();
    }
  }

  #queue<T>(queue: Turn[], index: Turn['index'], work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      queue.push({ index, run: () => work().then(resolve, reject) });
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
