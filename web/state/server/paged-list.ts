import { signal } from '@preact/signals';

/** A part of a list, and where the next one begins; null after the last. */
export interface ListPart<T, Mark> {
  readonly items: readonly T[];
  readonly next: Mark | null;
}

/** A list that the server gives in parts, each fetched when somebody wants to see more. */
export class PagedList<T, Mark> {
  readonly items = signal<readonly T[]>([]);
  /** `loading` until the first part is there; what is there stays when more of it cannot be had. */
  readonly phase = signal<'loading' | 'there' | 'failed'>('loading');
  /** Why the last part could not be had. */
  readonly failure = signal<string | null>(null);
  readonly busy = signal(false);
  readonly #next = signal<Mark | null>(null);
  readonly #ask: (from: Mark | null) => Promise<ListPart<T, Mark>>;
  /** Ends what an earlier beginning still waits for. */
  #run = 0;

  /** @param ask for the part that begins at a mark; null for the first */
  constructor(ask: (from: Mark | null) => Promise<ListPart<T, Mark>>) {
    this.#ask = ask;
  }

  get hasMore(): boolean {
    return this.#next.value !== null;
  }

  /** Fetches the first part; what was there stays until then. */
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
