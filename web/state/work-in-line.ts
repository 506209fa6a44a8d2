/** Runs tasks one after the other; a failed task does not stop the next ones. */
export class WorkInLine {
  #last: Promise<unknown> = Promise.resolve();
  /** Incremented by `clear`, which drops earlier tasks. */
  #turn = 0;

  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn;
    const result = this.#last.then(() => (turn === this.#turn ? work() : new Promise<never>(() => undefined)));
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Drops the tasks that have not begun, whose promises never settle; new ones do not wait for the running one. */
  clear(): void {
    this.#turn++;
    this.#last = Promise.resolve();
  }

  /** Resolves when all tasks added so far have ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
