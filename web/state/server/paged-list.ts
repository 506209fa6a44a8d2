import { signal } from '@preact/signals';

/** A page of a list, and the mark of the next one; null after the last. */
export interface ListPart<T, Mark> {
  readonly items: readonly T[];
  readonly next: Mark | null;
}

/** A list that the server sends in pages, each loaded on request. */
export class PagedList<T, Mark> {
  readonly items = signal<readonly T[]>([]);
  /** `loading` until the first page has arrived; loaded pages stay if a later one fails. */
  readonly phase = signal<'loading' | 'there' | 'failed'>('loading');
  /** Why the last request failed. */
  readonly failure = signal<string | null>(null);
  readonly busy = signal(false);
  readonly #next = signal<Mark | null>(null);
  readonly #ask: (from: Mark | null) => Promise<ListPart<T, Mark>>;
  /** Incremented by `begin`: answers to earlier requests are dropped. */
  #run = 0;

  /** @param ask reads the page at a mark; null for the first one */
  constructor(ask: (from: Mark | null) => Promise<ListPart<T, Mark>>) {
    this.#ask = ask;
  }

  get hasMore(): boolean {
    return this.#next.value !== null;
  }

  /** Reads the first page; the current one stays until it arrives. */
  async begin(): Promise<void> {
    this.busy.value = false;
    await this.#fetch(null, ++this.#run);
  }

  async more(): Promise<void> {
    if (this.#next.value !== null && !this.busy.value) await this.#fetch(this.#next.value, this.#run);
  }

  async #fetch(from: Mark | null, run: number): Promise<void> {
    this.busy.value = true;
    this.failure.value = null;
    try {
      const { items, next } = await this.#ask(from);
      if (run !== this.#run) return;
      this.items.value = from === null ? items : [...this.items.value, ...items];
      this.#next.value = next;
      this.phase.value = 'there';
    } catch (error) {
      if (run !== this.#run) return;
      this.failure.value = (error as Error).message;
      if (this.phase.value === 'loading') this.phase.value = 'failed';
    } finally {
      if (run === this.#run) this.busy.value = false;
    }
  }
}
