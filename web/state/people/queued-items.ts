import { batch, computed, signal } from '@preact/signals';

/** An item of a queue, under a key of its own (`face`), with the decision about it; null if there is none yet. */
export type Queued<Key extends string, Item, Decision> = Readonly<Record<Key, Item>> & {
  readonly decided: Decision | null;
};

/** How many items are prepared before they are shown. */
const preloadCount = 3;

/** The loaded items of a queue, in order, and the index of the visible one. */
export class QueuedItems<Key extends string, Item extends { readonly id: number }, Decision> {
  readonly all = signal<readonly Queued<Key, Item, Decision>[]>([]);
  /** The index of the visible item; the length of the list after all were shown. */
  readonly at = signal(0);
  readonly current = computed<Queued<Key, Item, Decision> | null>(() => this.all.value[this.at.value] ?? null);
  /** The next undecided items. */
  readonly next = computed(() =>
    this.all.value
      .slice(this.at.value + 1)
      .filter(({ decided }) => !decided)
      .slice(0, preloadCount),
  );
  /** The number of undecided items. */
  readonly undecided = computed(() => this.all.value.filter(({ decided }) => !decided).length);
  /** The number of undecided items before the visible one. */
  readonly skipped = computed(() => this.all.value.slice(0, this.at.value).filter(({ decided }) => !decided).length);
  readonly #key: Key;

  constructor(key: Key) {
    this.#key = key;
  }

  find(id: number): Queued<Key, Item, Decision> | undefined {
    return this.all.value[this.indexOf(id)];
  }

  /** @returns -1 if there is no such item */
  indexOf(id: number): number {
    return this.all.value.findIndex((entry) => this.#idOf(entry) === id);
  }

  /** Adds items, except those that are in the queue already. */
  add(items: readonly Item[]): void {
    const newItems = items.filter(({ id }) => this.indexOf(id) < 0);
    this.all.value = [...this.all.value, ...newItems.map((item) => this.#undecided(item))];
  }

  decide(id: number, decided: Decision | null): void {
    this.all.value = this.all.value.map((entry) => (this.#idOf(entry) === id ? { ...entry, decided } : entry));
  }

  /** The index of the next undecided item, or the length of the list. */
  get following(): number {
    const { length } = this.all.value;
    let to = this.at.value + 1;
    while (to < length && this.all.value[to]?.decided) to++;
    return Math.min(to, length);
  }

  /** Removes items. The visible one stays visible. */
  remove(ids: ReadonlySet<number>): void {
    const countBefore = this.all.value.slice(0, this.at.value).filter((entry) => ids.has(this.#idOf(entry))).length;
    batch(() => {
      this.all.value = this.all.value.filter((entry) => !ids.has(this.#idOf(entry)));
      this.at.value -= countBefore;
    });
  }

  /**
   * Drops a decision, and makes the item the next one; not the visible one, since the user may be pressing a key for that.
   */
  bringBack(entry: Queued<Key, Item, Decision>): void {
    batch(() => {
      this.remove(new Set([this.#idOf(entry)]));
      const place = Math.min(this.at.value + 1, this.all.value.length);
      this.all.value = this.all.value.toSpliced(place, 0, { ...entry, decided: null });
    });
  }

  /** Removes undecided items, and moves behind the last item. */
  keepDecided(): void {
    batch(() => {
      this.all.value = this.all.value.filter(({ decided }) => decided);
      this.at.value = this.all.value.length;
    });
  }

  clear(): void {
    batch(() => {
      this.all.value = [];
      this.at.value = 0;
    });
  }

  #idOf(entry: Queued<Key, Item, Decision>): number {
    const item: Item = entry[this.#key];
    return item.id;
  }

  #undecided(item: Item): Queued<Key, Item, Decision> {
    return { [this.#key]: item, decided: null } as unknown as Queued<Key, Item, Decision>;
  }
}
