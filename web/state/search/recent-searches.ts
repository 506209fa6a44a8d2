import { signal } from '@preact/signals';

export interface RecentStore {
  read(): string | null;
  write(stored: string): void;
  remove(): void;
}

const limit = 8;

/** Recent searches, newest first, stored on this device only. */
export class RecentSearches {
  readonly searches = signal<readonly string[]>([]);
  #store: RecentStore | null = null;

  /** To be called after a sign-in, with the store of that account. */
  open(store: RecentStore): void {
    this.#store = store;
    this.searches.value = readList(store.read());
  }

  /** To be called after a sign-out: removes the searches from the device. */
  forget(): void {
    this.#store?.remove();
    this.#store = null;
    this.searches.value = [];
  }

  add(search: string): void {
    const others = this.#stored().filter((other) => other.toLowerCase() !== search.toLowerCase());
    this.#keep([search, ...others].slice(0, limit));
  }

  remove(search: string): void {
    this.#keep(this.#stored().filter((other) => other !== search));
  }

  /** Read each time, since other tabs store theirs in the same place. */
  #stored(): readonly string[] {
    return this.#store ? readList(this.#store.read()) : this.searches.value;
  }

  #keep(searches: readonly string[]): void {
    this.searches.value = searches;
    this.#store?.write(JSON.stringify(searches));
  }
}

/** Parses what the browser stored, perhaps by another version of this page. */
function readList(stored: string | null): string[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(list) ? list.filter((entry) => typeof entry === 'string').slice(0, limit) : [];
  } catch {
    return [];
  }
}
