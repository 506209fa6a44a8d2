import { batch, computed, signal } from '@preact/signals';

/** An item of a queue, under a name of its own (`face`), and what was decided about it; null until then. */
export type Queued<Key extends string, Item, Decision> = Readonly<Record<Key, Item>> & {
  readonly decided: Decision | null;
};

/** Items that are made ready before they show. */
const ahead = 3;

/** The items of a queue that are here, in their order, and the one among them that shows. */
export class QueuedItems<Key extends string, Item extends { readonly id: number }, Decision> {
  readonly all = signal<readonly Queued<Key, Item, Decision>[]>([]);
  /** The place of the one that shows; behind the last when all were shown. */
  readonly at = signal(0);
  readonly current = computed<Queued<Key, Item, Decision> | null>(() => this.all.value[this.at.value] ?? null);
  /** Those that come next. */
  readonly next = computed(() =>
    this.all.value
      .slice(this.at.value + 1)
      .filter(({ decided }) => !decided)
      .slice(0, ahead),
  );
  /** How many have no decision. */
  readonly undecided = computed(() => this.all.value.filter(({ decided }) => !decided).length);
  /** How many were passed over. */
  readonly skipped = computed(() => this.all.value.slice(0, this.at.value).filter(({ decided }) => !decided).length);
  readonly #key: Key;

  constructor(key: Key) {
    this.#key = key;
  }

  find(id: number): Queued<Key, Item, Decision> | undefined {
    return this.all.value[this.indexOf(id)];
  }

  /** @returns -1 for one that is not here */
  indexOf(id: number): number {
    return this.all.value.findIndex((entry) => this.#idOf(entry) === id);
  }

  /** Adds those that are not here yet. */
  add(items: readonly Item[]): void {
    const fresh = items.filter(({ id }) => this.indexOf(id) < 0);
    this.all.value = [...this.all.value, ...fresh.map((item) => this.#undecided(item))];
  }

  decide(id: number, decided: Decision | null): void {
    this.all.value = this.all.value.map((entry) => (this.#idOf(entry) === id ? { ...entry, decided } : entry));
  }

  /** The place of the next one without a decision. */
  get following(): number {
    const { length } = this.all.value;
    let to = this.at.value + 1;
    while (to < length && this.all.value[to]?.decided) to++;
    return Math.min(to, length);
  }

  /** Takes items out. The one that shows keeps showing. */
  remove(ids: ReadonlySet<number>): void {
    const before = this.all.value.slice(0, this.at.value).filter((entry) => ids.has(this.#idOf(entry))).length;
    batch(() => {
      this.all.value = this.all.value.filter((entry) => !ids.has(this.#idOf(entry)));
      this.at.value -= before;
    });
  }

  /** Drops a decision, and makes the item the next one: never the one that shows, which may be pressed just now. */
  bringBack(entry: Queued<Key, Item, Decision>): void {
    batch(() => {
      this.remove(new Set([this.#idOf(entry)]));
      const place = Math.min(this.at.value + 1, this.all.value.length);
      this.all.value = this.all.value.toSpliced(place, 0, { ...entry, decided: null });
    });
  }

  /** Takes out items without a decision, and shows what comes next. */
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
