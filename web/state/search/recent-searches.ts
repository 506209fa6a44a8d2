import { signal } from '@preact/signals';

export interface RecentStore {
  read(): string | null;
  write(kept: string): void;
  remove(): void;
}

const most = 8;

/** What was searched for last, the newest first: kept on this device alone. */
export class RecentSearches {
  readonly searches = signal<readonly string[]>([]);
  #store: RecentStore | null = null;

  /** Those of whoever signed in. */
  open(store: RecentStore): void {
    this.#store = store;
    this.searches.value = readList(store.read());
  }

  /** They signed out: nothing of theirs stays on the device. */
  forget(): void {
    this.#store?.remove();
    this.#store = null;
    this.searches.value = [];
  }

  add(search: string): void {
    const others = this.searches.value.filter((other) => other.toLowerCase() !== search.toLowerCase());
    this.#keep([search, ...others].slice(0, most));
  }

  remove(search: string): void {
    this.#keep(this.searches.value.filter((other) => other !== search));
  }

  #keep(searches: readonly string[]): void {
    this.searches.value = searches;
    this.#store?.write(JSON.stringify(searches));
  }
}

/** What the browser kept, perhaps from another version of this page. */
function readList(kept: string | null): string[] {
  try {
    const list: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(list) ? list.filter((each) => typeof each === 'string').slice(0, most) : [];
  } catch {
    return [];
  }
}
