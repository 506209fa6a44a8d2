import { setImmediate } from 'node:timers/promises';
import PQueue from 'p-queue';
import { PrefixIndex, type Completion } from '../../domain/prefix-index.ts';

/** The number of names to index before other requests get a turn: two or three milliseconds. */
const namesAtOnce = 500;
/** The index is rebuilt when it contains more outdated names than this, beyond the number of current ones. */
const maxLeftOver = 1000;

/**
 * Completes names of one kind of thing. Names are indexed when they first appear: a library has many, and rarely a new one.
 */
export class KnownNames {
  readonly #namesOf: (item: string) => readonly string[];
  #index = new PrefixIndex<string>();
  #items = new Set<string>();
  /** Serializes indexing, so that no answer comes from an incomplete index. */
  readonly #learning = new PQueue({ concurrency: 1 });

  /** @param namesOf the names of an item; default: the item itself */
  constructor(namesOf = (item: string): readonly string[] => [item]) {
    this.#namesOf = namesOf;
  }

  /** @param weights the weights of all current names; other names are not offered */
  async complete(typed: string, limit: number, weights: ReadonlyMap<string, number>): Promise<Completion<string>[]> {
    await this.#learning.add(() => this.#learn(weights));
    return this.#index.complete(typed, limit, weights);
  }

  async #learn(weights: ReadonlyMap<string, number>): Promise<void> {
    if (this.#items.size > maxLeftOver + 2 * weights.size) {
      this.#index = new PrefixIndex();
      this.#items = new Set();
    }
    const newItems = [...weights.keys()].filter((item) => !this.#items.has(item));
    for (let at = 0; at < newItems.length; at += namesAtOnce) {
      if (at > 0) await setImmediate();
      const batch = newItems.slice(at, at + namesAtOnce);
      this.#index.add(batch.flatMap((item) => this.#namesOf(item).map((name) => ({ name, item }))));
      for (const item of batch) this.#items.add(item);
    }
  }
}
