import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that a reader waits while nothing is known yet. */
const patience = 300;

/**
 * What a question was last answered with. Reading it never waits for a new answer, only a moment for the first: when the
 * last one is old, the question is asked again and its answer told the next time.
 */
export class LastKnown<T> {
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

  /** Undefined while there is no answer, or the last question failed. */
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
