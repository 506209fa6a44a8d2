/** Does pieces of work one after the other, whether or not the one before failed. */
export class WorkInLine {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves when all work so far is done. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
