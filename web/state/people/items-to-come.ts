import { batch, computed, signal } from '@preact/signals';
import type { QueuedItems } from './queued-items.ts';
import type { SkippedOnes } from './skipped-ones.ts';
import type { WorkInLine } from '../work-in-line.ts';

/** A page of a list on the server. */
export interface ListPart<Item> {
  readonly items: readonly Item[];
  /** The length of the whole list; null if it is unknown and there may be more. */
  readonly total: number | null;
}

interface Parts<Key extends string, Item extends { readonly id: number }, Decision> {
  readonly part: (part: { offset: number; limit: number }) => Promise<ListPart<Item>>;
  /** Items per page. */
  readonly limit: number;
  readonly skips: SkippedOnes;
  readonly queue: QueuedItems<Key, Item, Decision>;
  readonly line: WorkInLine;
}

/** Reads the items of a list on the server into the queue, page by page. */
export class ItemsToCome<Key extends string, Item extends { readonly id: number }, Decision> {
  readonly phase = signal<'loading' | 'ready' | 'failed'>('loading');
  readonly failure = signal('');
  /** How many items are known to follow. */
  readonly unread = signal(0);
  readonly hasMore = computed(() => this.unread.value > 0 || this.#isOpen.value);
  /** How many items were left out because they were skipped before. */
  readonly leftOut = signal(0);
  /** Whether there may be more items than are known to follow. */
  readonly #isOpen = signal(false);
  readonly #with: Parts<Key, Item, Decision>;
  #isReading = false;
  /** Incremented by `restart`: answers to earlier requests are dropped. */
  #turn = 0;

  constructor(parts: Parts<Key, Item, Decision>) {
    this.#with = parts;
  }

  get isReading(): boolean {
    return this.#isReading;
  }

  /** Starts again with the first item, at the next `read`. */
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

  /** Reads until at least one new item arrives, or the list ends. */
  async read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    const turn = this.#turn;
    try {
      let added = 0;
      do {
        // Each page is a task of its own in the line, so that a decision does not wait until an item is found.
        added = await this.#with.line.run(() => this.#readPart(turn), 'reads');
      } while (turn === this.#turn && added === 0 && this.hasMore.value);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.failure.value = (error as Error).message;
      if (!this.#with.queue.current.value) this.phase.value = 'failed';
    } finally {
      if (turn === this.#turn) this.#isReading = false;
    }
  }

  /**
   * Reads one page after all pending decisions were sent: decided items are no longer in the server's list then. @returns
   * how many items were added
   */
  async #readPart(turn: number): Promise<number> {
    if (turn !== this.#turn) return 0;
    const { part, limit, skips, queue } = this.#with;
    const offset = queue.undecided.value + this.leftOut.value;
    const { items, total } = await part({ offset, limit });
    if (turn !== this.#turn) return 0;
    const newItems = items.filter(({ id }) => queue.indexOf(id) < 0);
    const unskipped = newItems.filter(({ id }) => !skips.ids.value.has(id));
    batch(() => {
      this.leftOut.value += newItems.length - unskipped.length;
      queue.add(unskipped);
      // The list ends when no new items arrive, even if the total says otherwise.
      const isOver = total === null || newItems.length === 0;
      this.unread.value = isOver ? 0 : Math.max(0, total - offset - newItems.length);
      this.#isOpen.value = total === null;
      this.phase.value = 'ready';
    });
    return unskipped.length;
  }
}
