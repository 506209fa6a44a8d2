import { signal } from '@preact/signals';

/** Whether there are folders for whoever is signed in: without, no page leads to them. */
export class FolderNews {
  readonly #ask: () => Promise<{ seen: boolean }>;
  readonly #seen = signal(false);

  constructor(ask: () => Promise<{ seen: boolean }>) {
    this.#ask = ask;
  }

  get seen(): boolean {
    return this.#seen.value;
  }

  /** What was known stays when the server cannot be asked. */
  async refresh(): Promise<void> {
    try {
      this.#seen.value = (await this.#ask()).seen;
    } catch {
      // The banner tells of a lost server.
    }
  }

  forget(): void {
    this.#seen.value = false;
  }
}
