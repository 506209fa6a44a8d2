import { signal } from '@preact/signals';

/** Whether the account sees any folders. Without, there are no links to the page. */
export class FolderNews {
  readonly #ask: () => Promise<{ seen: boolean }>;
  readonly #seen = signal(false);

  constructor(ask: () => Promise<{ seen: boolean }>) {
    this.#ask = ask;
  }

  get seen(): boolean {
    return this.#seen.value;
  }

  /** If the request fails, the last answer stays. */
  async refresh(): Promise<void> {
    try {
      this.#seen.value = (await this.#ask()).seen;
    } catch {
      // The banner already reports a lost connection.
    }
  }

  forget(): void {
    this.#seen.value = false;
  }
}
