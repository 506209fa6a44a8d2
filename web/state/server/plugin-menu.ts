import { signal } from '@preact/signals';
import type { PluginPage, PluginPages } from '../../../core/http/wire.ts';

/** The pages of plugins in the navigation of the current account. */
export class PluginMenu {
  readonly #ask: () => Promise<PluginPages>;
  readonly #pages = signal<readonly PluginPage[]>([]);
  /** Incremented for each request, and after a sign-out: answers to earlier ones are dropped. */
  #turn = 0;

  constructor(ask: () => Promise<PluginPages>) {
    this.#ask = ask;
  }

  get pages(): readonly PluginPage[] {
    return this.#pages.value;
  }

  /** If the request fails, the last answer stays. */
  async refresh(): Promise<void> {
    const turn = ++this.#turn;
    try {
      const { pages } = await this.#ask();
      if (turn === this.#turn) this.#pages.value = pages;
    } catch {
      // The banner already reports a lost connection.
    }
  }

  forget(): void {
    this.#turn++;
    this.#pages.value = [];
  }
}
