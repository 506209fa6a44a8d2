/** Changes that were announced to the user, but whose requests have not all been sent and answered. */
export class UnfinishedWork {
  readonly #tasks = new Set<Promise<unknown>>();
  readonly #pause: (milliseconds: number) => Promise<void>;

  constructor(pause: (milliseconds: number) => Promise<void>) {
    this.#pause = pause;
  }

  get isThere(): boolean {
    return this.#tasks.size > 0;
  }

  add(task: Promise<unknown>): void {
    this.#tasks.add(task);
    const onEnd = (): void => void this.#tasks.delete(task);
    task.then(onEnd, onEnd);
  }

  /** Gives up waiting for what there is, as when the user has signed out: nothing more is sent. */
  drop(): void {
    this.#tasks.clear();
  }

  /** Waits until there is none, but not longer than `longest` milliseconds. */
  async done(longest: number): Promise<void> {
    const late = this.#pause(longest).then(() => 'late' as const);
    while (this.isThere) {
      if ((await Promise.race([Promise.allSettled(this.#tasks), late])) === 'late') return;
      // The next part of a change is sent after the answer to the previous one.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }
}

/** Runs tasks one after the other; a failed task does not stop the next ones. */
export class WorkInLine {
  readonly #unfinished: UnfinishedWork | null;
  #last: Promise<unknown> = Promise.resolve();
  /** Incremented by `clear`, which drops earlier tasks. */
  #turn = 0;

  /** @param unfinished where the changes of this line are counted */
  constructor(unfinished: UnfinishedWork | null = null) {
    this.#unfinished = unfinished;
  }

  /** @param kind a task that only reads has nothing that could be lost */
  run<T>(work: () => Promise<T>, kind: 'changes' | 'reads' = 'changes'): Promise<T> {
    const turn = this.#turn;
    const outcome = this.#last.then(async () => (turn === this.#turn ? { result: await work() } : null));
    this.#last = outcome.catch(() => undefined);
    if (kind === 'changes') this.#unfinished?.add(outcome);
    return outcome.then((done) => (done ? done.result : new Promise<never>(() => undefined)));
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
