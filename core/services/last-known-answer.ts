import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that a reader waits while there is no answer yet. */
const patience = 300;

/**
 * Cache of one answer. A stale answer is returned at once and refreshed in the background; only the first read waits,
 * and only briefly.
 */
export class LastKnownAnswer<T> {
  readonly #ask: () => Promise<T>;
  readonly #freshFor: number;
  #answer: T | undefined;
  #answeredAt = -Infinity;
  #asking: Promise<void> | undefined;

  /** @param freshFor milliseconds */
  constructor(ask: () => Promise<T>, freshFor: number) {
    this.#ask = ask;
    this.#freshFor = freshFor;
  }

  /** Undefined before the first answer, and after a failed refresh. */
  async read(): Promise<T | undefined> {
    if (performance.now() - this.#answeredAt > this.#freshFor) this.#asking ??= this.#refresh();
    if (this.#asking && this.#answeredAt === -Infinity)
      await Promise.race([this.#asking, sleep(patience, undefined, { ref: false })]);
    return this.#answer;
  }

  async #refresh(): Promise<void> {
    this.#answer = await this.#ask().catch(() => undefined);
    this.#answeredAt = performance.now();
    this.#asking = undefined;
  }
}
