import { signal } from '@preact/signals';

/** What the server last answered to a question about the current account. */
export class AccountAnswer<T> {
  readonly #ask: () => Promise<T>;
  readonly #answer;
  /** Incremented for each request: answers to earlier ones are dropped. */
  #turn = 0;

  /** @param none the value until there is an answer */
  constructor(ask: () => Promise<T>, none: T) {
    this.#ask = ask;
    this.#answer = signal(none);
  }

  get value(): T {
    return this.#answer.value;
  }

  /** If the request fails, the last answer stays. */
  async refresh(): Promise<void> {
    const turn = ++this.#turn;
    try {
      const answer = await this.#ask();
      if (turn === this.#turn) this.#answer.value = answer;
    } catch {
      // The banner already reports a lost connection.
    }
  }
}
