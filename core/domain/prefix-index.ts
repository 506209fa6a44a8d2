import { keysOf, searchWords } from './search-words.ts';

interface Entry<T> {
  readonly name: string;
  /** Of equal beginnings, the heavier comes first. */
  readonly weight: number;
  readonly item: T;
}

interface Key<T> {
  readonly key: string;
  readonly isStart: boolean;
  readonly entry: Entry<T>;
}

export interface Completed<T> {
  readonly item: T;
  /** What stands before the words that are completed. */
  readonly before: string;
}

/** The last words of a text that may be the beginning of one name. */
const mostWords = 5;

/**
 * Names by the beginnings of their words. Of what is typed, as many of the last words as begin a name count, so that
 * `sunset in new yo` finds New York; names that begin with them come before those that have them later.
 */
export class PrefixIndex<T> {
  /** Sorted: each name from its first word on, from its second, … */
  readonly #keys: Key<T>[];
  /** Each once, whatever its names. */
  readonly #heaviest: readonly T[];

  constructor(entries: readonly Entry<T>[]) {
    this.#heaviest = [...new Set([...entries].sort((a, b) => b.weight - a.weight).map(({ item }) => item))];
    this.#keys = entries.flatMap((entry) => {
      const words = keysOf(entry.name);
      return words.map((_word, at) => ({ key: words.slice(at).join(' '), isStart: at === 0, entry }));
    });
    this.#keys.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** Behind a finished word, or none, the heaviest; within quotes nothing, since words are text there. */
  complete(typed: string, most: number): Completed<T>[] {
    const isOpen = (typed.split('"').length - 1) % 2 === 1;
    if (isOpen) return [];
    if (typed.trim() === '' || /\s$/.test(typed)) {
      return this.#heaviest.slice(0, most).map((item) => ({ item, before: typed.trimStart() }));
    }
    const words = searchWords(typed);
    const found = new Map<T, Completed<T>>();
    for (const from of words.slice(-mostWords)) {
      const rest = words.filter(({ start }) => start >= from.start);
      if (rest.some(({ quote }) => quote !== null)) continue;
      const before = typed.slice(0, from.start);
      for (const { item } of this.#beginning(rest.map(({ key }) => key).join(' '))) {
        if (found.size >= most) return [...found.values()];
        if (!found.has(item)) found.set(item, { item, before });
      }
    }
    return [...found.values()];
  }

  #beginning(prefix: string): Entry<T>[] {
    if (prefix === '') return [];
    const found: Key<T>[] = [];
    for (let at = this.#firstFrom(prefix); at < this.#keys.length; at += 1) {
      const key = this.#keys[at];
      if (!key?.key.startsWith(prefix)) break;
      found.push(key);
    }
    found.sort((a, b) => Number(b.isStart) - Number(a.isStart) || b.entry.weight - a.entry.weight);
    return found.map(({ entry }) => entry);
  }

  #firstFrom(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#keys[middle]?.key ?? '') < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
