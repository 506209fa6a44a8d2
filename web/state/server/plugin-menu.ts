import { signal } from '@preact/signals';
import type { PluginPage, PluginPages } from '../../../core/http/wire.ts';

/** The pages of plugins that whoever is signed in has in the navigation. */
export class PluginMenu {
  readonly #ask: () => Promise<PluginPages>;
  readonly #pages = signal<readonly PluginPage[]>([]);

  constructor(ask: () => Promise<PluginPages>) {
    this.#ask = ask;
  }

  get pages(): readonly PluginPage[] {
    return this.#pages.value;
  }

  /** What was known stays when the server cannot be asked. */
  async refresh(): Promise<void> {
    try {
      this.#pages.value = (await this.#ask()).pages;
    } catch {
      // The banner tells of a lost server.
    }
  }

  forget(): void {
    this.#pages.value = [];
  }
}
