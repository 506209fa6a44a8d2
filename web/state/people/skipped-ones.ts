import { signal } from '@preact/signals';

export interface SkippedStore {
  read(): string | null;
  write(stored: string): void;
}

/** Far more than a user skips on purpose; older ones are dropped. */
const limit = 2000;

/**
 * Faces or groups that a person skipped. Their ids are stored on this device, so that they do not come back on the next
 * visit.
 */
export class SkippedOnes {
  readonly ids = signal<ReadonlySet<number>>(new Set());
  #store: SkippedStore | null = null;

  /** To be called after a sign-in, with the store of that account. */
  open(store: SkippedStore): void {
    this.#store = store;
    this.ids.value = new Set(readIds(store.read()));
  }

  add(id: number): void {
    this.#keep([...this.#stored().filter((other) => other !== id), id].slice(-limit));
  }

  remove(id: number): void {
    const ids = this.#stored();
    if (ids.includes(id)) this.#keep(ids.filter((other) => other !== id));
  }

  /** Shows all skipped ones again. */
  clear(): void {
    this.#keep([]);
  }

  /** Read each time, since other tabs store theirs in the same place. */
  #stored(): number[] {
    return this.#store ? readIds(this.#store.read()) : [...this.ids.value];
  }

  #keep(ids: readonly number[]): void {
    this.ids.value = new Set(ids);
    this.#store?.write(JSON.stringify(ids));
  }
}

function readIds(stored: string | null): number[] {
  try {
    const ids: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(ids) ? ids.filter((id): id is number => Number.isSafeInteger(id)) : [];
  } catch {
    return [];
  }
}
