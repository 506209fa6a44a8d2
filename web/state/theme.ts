import { signal } from '@preact/signals';

/** The choices; `system` follows the operating system. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export interface ThemeStore {
  read(): string | null;
  write(theme: Theme): void;
  /** Applies a theme to the page. */
  apply(theme: Theme): void;
}

/** The chosen theme. */
export class ThemeChoice {
  readonly current = signal<Theme>('system');
  readonly #store: ThemeStore;

  constructor(store: ThemeStore) {
    this.#store = store;
    const stored = store.read();
    this.current.value = themes.find((theme) => theme === stored) ?? 'system';
    store.apply(this.current.value);
  }

  choose(theme: Theme): void {
    this.current.value = theme;
    this.#store.write(theme);
    this.#store.apply(theme);
  }
}
