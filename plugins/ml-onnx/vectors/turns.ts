interface Turn {
  readonly kind: 'read' | 'write';
  run(): Promise<void>;
}

/**
 * Who works next in the process: one at a time, in the order of asking, and background work when nobody waits.
 *
 * Background work pauses between its steps. Reads go first then, but changes wait for its end, so that it sees one state
 * throughout.
 */
export class Turns {
  readonly #urgent: Turn[] = [];
  readonly #background: Turn[] = [];
  #working = false;

  read<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue(this.#urgent, 'read', work);
  }

  write<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue(this.#urgent, 'write', work);
  }

  background<T>(work: () => Promise<T>): Promise<T> {
    return this.#queue(this.#background, 'read', work);
  }

  /** To be called by background work between two steps. */
  async pause(): Promise<void> {
    // Lets messages in.
    await new Promise(setImmediate);
    let at: number;
    while ((at = this.#urgent.findIndex(({ kind }) => kind === 'read')) >= 0) {
      await this.#urgent.splice(at, 1)[0]?.run();
    }
  }

  #queue<T>(queue: Turn[], kind: Turn['kind'], work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      queue.push({ kind, run: () => work().then(resolve, reject) });
      if (!this.#working) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#working = true;
    let turn: Turn | undefined;
    while ((turn = this.#urgent.shift() ?? this.#background.shift())) await turn.run();
    this.#working = false;
  }
}
