import { computed, signal } from '@preact/signals';
import type { PeoplePairs, Person } from '../../../core/http/wire.ts';
import { WorkInLine, type UnfinishedWork } from '../work-in-line.ts';

export type AlikePair = PeoplePairs['pairs'][number];

export interface AlikePeopleOptions {
  pairs(): Promise<PeoplePairs>;
  /** Merges `b` into `a`. */
  merge(pair: AlikePair): Promise<Person>;
  keepApart(pair: AlikePair): Promise<void>;
  onFailed(error: unknown): void;
  /** Where decisions are counted until they are stored. */
  readonly unfinished?: UnfinishedWork;
}

/** Pairs of people who may be the same person, reviewed one after the other. */
export class AlikePeople {
  readonly pairs = signal<readonly AlikePair[]>([]);
  /** Whether the server has answered, so that an empty list means that there are no pairs. */
  readonly asked = signal(false);
  /** Whether the review is open; while it is closed, no key decides anything. */
  readonly isOpen = signal(false);
  readonly current = computed(() => (this.isOpen.value ? (this.pairs.value[0] ?? null) : null));
  readonly #options: AlikePeopleOptions;
  readonly #putAway = new Set<string>();
  readonly #deciding: WorkInLine;
  /** How many decisions were made. */
  #decisions = 0;
  /** Incremented for each request: answers to earlier ones are dropped. */
  #turn = 0;

  constructor(options: AlikePeopleOptions) {
    this.#options = options;
    this.#deciding = new WorkInLine(options.unfinished);
  }

  /** Reads the pairs again, without those put away. */
  async refresh(): Promise<void> {
    const turn = ++this.#turn;
    const decisions = this.#decisions;
    await this.#deciding.idle();
    try {
      const { pairs } = await this.#options.pairs();
      if (turn !== this.#turn) return;
      // After a decision in the meantime, the answer may still contain the decided pair.
      if (decisions !== this.#decisions) {
        await this.refresh();
        return;
      }
      this.pairs.value = pairs.filter((pair) => !this.#putAway.has(keyOf(pair)));
    } finally {
      if (turn === this.#turn) this.asked.value = true;
    }
  }

  /** Decides that the pair is one person. */
  same(): Promise<void> {
    return this.#decide(async (pair) => {
      const { a, b } = pair;
      // The merged person is gone, so other pairs with that person are, too.
      this.pairs.value = this.pairs.value.filter((pair) => pair.a.id !== b.id && pair.b.id !== b.id);
      const person = await this.#options.merge(pair);
      this.pairs.value = this.pairs.value.map((pair) => ({
        ...pair,
        a: pair.a.id === a.id ? person : pair.a,
        b: pair.b.id === a.id ? person : pair.b,
      }));
    });
  }

  /** Decides that the pair is two people. */
  different(): Promise<void> {
    return this.#decide((pair) => this.#options.keepApart(pair));
  }

  /** Puts the pair away until the next visit. */
  notSure(): void {
    const pair = this.current.value;
    if (!pair) return;
    this.#putAway.add(keyOf(pair));
    this.pairs.value = this.pairs.value.slice(1);
    if (this.pairs.value.length === 0) this.close();
  }

  close(): void {
    this.isOpen.value = false;
  }

  forget(): void {
    this.#turn++;
    this.#deciding.clear();
    this.close();
    this.pairs.value = [];
    this.#putAway.clear();
    this.asked.value = false;
  }

  /** Shows the next pair at once; a pair whose decision fails comes back. */
  #decide(send: (pair: AlikePair) => Promise<void>): Promise<void> {
    const pair = this.current.value;
    if (!pair) return Promise.resolve();
    this.#decisions++;
    this.pairs.value = this.pairs.value.slice(1);
    return this.#deciding.run(async () => {
      try {
        await send(pair);
      } catch (error) {
        this.pairs.value = [pair, ...this.pairs.value];
        this.#options.onFailed(error);
      }
      if (this.pairs.value.length === 0) this.close();
    });
  }
}

const keyOf = ({ a, b }: AlikePair): string => `${Math.min(a.id, b.id)} ${Math.max(a.id, b.id)}`;
