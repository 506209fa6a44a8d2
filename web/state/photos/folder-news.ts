import { signal } from '@preact/signals';

/** Whether the account sees any folders. Without, there are no links to the page. */
export class FolderNews {
  readonly #ask: () => Promise<{ seen: boolean }>;
  readonly #seen = signal(false);
  /** Incremented for each request, and after a sign-out: answers to earlier ones are dropped. */
  #turn = 0;

  constructor(ask: () => Promise<{ seen: boolean }>) {
    this.#ask = ask;
  }

  get seen(): boolean {
    return this.#seen.value;
  }

  /** If the request fails, the last answer stays. */
  async refresh(): Promise<void> {
    const turn = ++this.#turn;
    try {
      const { seen } = await this.#ask();
      if (turn === this.#turn) this.#seen.value = seen;
    } catch {
      // The banner already reports a lost connection.
    }
  }

  forget(): void {
    this.#turn++;
    this.#seen.value = false;
  }
}
