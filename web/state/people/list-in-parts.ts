import { signal } from '@preact/signals';

const pageSize = 100;

/** A list that is read in pages. Items can be removed and put back. */
export class ListInParts<T extends { readonly id: number }> {
  readonly phase = signal<'loading' | 'ready' | 'failed'>('loading');
  readonly failure = signal('');
  readonly items = signal<readonly T[]>([]);
  readonly #list: (part: { offset: number; limit: number }) => Promise<{ items: readonly T[]; total: number }>;
  #total = Infinity;
  #loading = false;

  constructor(list: (part: { offset: number; limit: number }) => Promise<{ items: readonly T[]; total: number }>) {
    this.#list = list;
  }

  /** Reads the next page, unless the list is complete. */
  async more(): Promise<void> {
    const offset = this.items.peek().length;
    if (this.#loading || offset >= this.#total) return;
    this.#loading = true;
    try {
      const { items, total } = await this.#list({ offset, limit: pageSize });
      const knownIds = new Set(this.items.value.map(({ id }) => id));
      this.items.value = [...this.items.value, ...items.filter(({ id }) => !knownIds.has(id))];
      this.#total = items.length === 0 ? this.items.value.length : total;
      this.phase.value = 'ready';
    } catch (error) {
      this.failure.value = (error as Error).message;
      if (offset === 0) this.phase.value = 'failed';
    } finally {
      this.#loading = false;
    }
  }

  /** Removes an item. @returns a function that puts it back in its place */
  remove(item: T): () => void {
    const at = this.items.value.findIndex(({ id }) => id === item.id);
    if (at < 0) return () => undefined;
    this.items.value = this.items.value.filter(({ id }) => id !== item.id);
    this.#total--;
    return () => {
      if (this.items.value.some(({ id }) => id === item.id)) return;
      this.items.value = [...this.items.value.slice(0, at), item, ...this.items.value.slice(at)];
      this.#total++;
    };
  }
}
