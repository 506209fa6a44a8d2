import { signal } from '@preact/signals';
import type { PluginPage, PluginPages } from '../../../core/http/wire.ts';

/** The pages of plugins in the navigation of the current account. */
export class PluginMenu {
  readonly #ask: () => Promise<PluginPages>;
  readonly #pages = signal<readonly PluginPage[]>([]);

  constructor(ask: () => Promise<PluginPages>) {
    this.#ask = ask;
  }

  get pages(): readonly PluginPage[] {
    return this.#pages.value;
  }

  /** If the request fails, the last answer stays. */
  async refresh(): Promise<void> {
    try {
      this.#pages.value = (await this.#ask()).pages;
    } catch {
      // The banner already reports a lost connection.
    }
  }

  forget(): void {
    this.#pages.value = [];
  }
}
