import { computed, signal } from '@preact/signals';
import type { PeoplePairs, Person } from '../../../core/http/wire.ts';
import { WorkInLine } from './work-in-line.ts';

export type AlikePair = PeoplePairs['pairs'][number];

export interface AlikePeopleOptions {
  pairs(): Promise<PeoplePairs>;
  /** Makes the pair one, `a`. */
  merge(pair: AlikePair): Promise<Person>;
  keepApart(pair: AlikePair): Promise<void>;
  onFailed(error: unknown): void;
}

/** Pairs of people who may be one, to be gone through one after the other. */
export class AlikePeople {
  readonly pairs = signal<readonly AlikePair[]>([]);
  /** Whether the server was asked, so that nothing is to be expected any more. */
  readonly asked = signal(false);
  /** Whether somebody is going through them now; until then no key decides anything. */
  readonly isOpen = signal(false);
  readonly current = computed(() => (this.isOpen.value ? (this.pairs.value[0] ?? null) : null));
  readonly #options: AlikePeopleOptions;
  readonly #putAway = new Set<string>();
  readonly #deciding = new WorkInLine();

  constructor(options: AlikePeopleOptions) {
    this.#options = options;
  }

  /** Asks anew, without the pairs that are being decided. */
  async refresh(): Promise<void> {
    await this.#deciding.idle();
    try {
      const { pairs } = await this.#options.pairs();
      this.pairs.value = pairs.filter((pair) => !this.#putAway.has(keyOf(pair)));
    } finally {
      this.asked.value = true;
    }
  }

  /** They are one. */
  same(): Promise<void> {
    return this.#decide(async (pair) => {
      const { a, b } = pair;
      // Who is gone is alike to nobody any more.
      this.pairs.value = this.pairs.value.filter((other) => other.a.id !== b.id && other.b.id !== b.id);
      const person = await this.#options.merge(pair);
      this.pairs.value = this.pairs.value.map((other) => ({
        ...other,
        a: other.a.id === a.id ? person : other.a,
        b: other.b.id === a.id ? person : other.b,
      }));
    });
  }

  /** They are two. */
  different(): Promise<void> {
    return this.#decide((pair) => this.#options.keepApart(pair));
  }

  /** Nobody can tell: the pair is put away for this visit. */
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
    this.close();
    this.pairs.value = [];
    this.#putAway.clear();
    this.asked.value = false;
  }

  /** The next pair is there at once; one that could not be decided comes back. */
  #decide(send: (pair: AlikePair) => Promise<void>): Promise<void> {
    const pair = this.current.value;
    if (!pair) return Promise.resolve();
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
