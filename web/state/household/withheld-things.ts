import { signal } from '@preact/signals';
import type { Withholdings } from '../../../core/http/wire.ts';

/** The albums and people that are withheld from some users, for the marks on them. */
export class WithheldThings {
  readonly #ask: () => Promise<Withholdings>;
  readonly #kept = signal<ReadonlySet<string>>(new Set());
  /** Incremented for each request: answers to earlier ones are dropped. */
  #turn = 0;

  constructor(ask: () => Promise<Withholdings>) {
    this.#ask = ask;
  }

  /**
   * Reads them again. If that fails, the old marks stay: they are only information, and give no user access to anything.
   */
  async follow(): Promise<void> {
    const turn = ++this.#turn;
    const answer = await this.#ask().catch(() => null);
    if (!answer || turn !== this.#turn) return;
    this.#kept.value = new Set(answer.withholdings.map(({ album, person }) => album?.uid ?? keyOf(person?.id ?? 0)));
  }

  isAlbum(uid: string): boolean {
    return this.#kept.value.has(uid);
  }

  isPerson(id: number): boolean {
    return this.#kept.value.has(keyOf(id));
  }
}

const keyOf = (person: number): string => `person ${person}`;
