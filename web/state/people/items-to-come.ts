import { batch, computed, signal } from '@preact/signals';
import type { QueuedItems } from './queued-items.ts';
import type { SkippedOnes } from './skipped-ones.ts';
import type { WorkInLine } from './work-in-line.ts';

/** A part of a list on the server. */
export interface ListPart<Item> {
  readonly items: readonly Item[];
  /** How many there are in all; null while that is unknown, and there may be more. */
  readonly total: number | null;
}

interface Parts<Key extends string, Item extends { readonly id: number }, Decision> {
  readonly part: (part: { offset: number; limit: number }) => Promise<ListPart<Item>>;
  /** Items of one part. */
  readonly limit: number;
  readonly skips: SkippedOnes;
  readonly queue: QueuedItems<Key, Item, Decision>;
  readonly line: WorkInLine;
}

/** The items of a list on the server that are not in the queue yet: reads them, part by part. */
export class ItemsToCome<Key extends string, Item extends { readonly id: number }, Decision> {
  readonly phase = signal<'loading' | 'ready' | 'failed'>('loading');
  readonly failure = signal('');
  /** How many are known to come. */
  readonly unread = signal(0);
  readonly hasMore = computed(() => this.unread.value > 0 || this.#isOpen.value);
  /** How many do not come, since they were put off before. */
  readonly leftOut = signal(0);
  /** There may be more than those that are known to come. */
  readonly #isOpen = signal(false);
  readonly #with: Parts<Key, Item, Decision>;
  #isReading = false;
  /** Counts the beginnings: answers to an earlier one are dropped. */
  #turn = 0;

  constructor(parts: Parts<Key, Item, Decision>) {
    this.#with = parts;
  }

  get isReading(): boolean {
    return this.#isReading;
  }

  /** Begins with the first item again, at the next reading. */
  restart(): void {
    this.#turn++;
    this.#isReading = false;
    batch(() => {
      this.unread.value = 0;
      this.#isOpen.value = false;
      this.leftOut.value = 0;
      this.phase.value = 'loading';
    });
  }

  /** Reads on until an item comes that is not here yet, or the list is over. */
  async read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    const turn = this.#turn;
    try {
      let added = 0;
      do {
        // One part at a time: a decision does not wait until an item is found.
        added = await this.#with.line.run(() => this.#readPart(turn));
      } while (turn === this.#turn && added === 0 && this.hasMore.value);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.failure.value = (error as Error).message;
      if (!this.#with.queue.current.value) this.phase.value = 'failed';
    } finally {
      if (turn === this.#turn) this.#isReading = false;
    }
  }

  /** Reads after all decisions were sent: what was decided has left the list on the server then. @returns how many came */
  async #readPart(turn: number): Promise<number> {
    if (turn !== this.#turn) return 0;
    const { part, limit, skips, queue } = this.#with;
    const offset = queue.undecided.value + this.leftOut.value;
    const { items, total } = await part({ offset, limit });
    if (turn !== this.#turn) return 0;
    const fresh = items.filter(({ id }) => queue.indexOf(id) < 0);
    const shown = fresh.filter(({ id }) => !skips.ids.value.has(id));
    batch(() => {
      this.leftOut.value += fresh.length - shown.length;
      queue.add(shown);
      // The list is over when nothing new came, whatever the total says.
      const isOver = total === null || fresh.length === 0;
      this.unread.value = isOver ? 0 : Math.max(0, total - offset - fresh.length);
      this.#isOpen.value = total === null;
      this.phase.value = 'ready';
    });
    return shown.length;
  }
}
