import { keysOf, searchWords } from './search-words.ts';

interface NamedItem<T> {
  readonly name: string;
  readonly item: T;
}

interface Key<T> {
  readonly key: string;
  readonly isStart: boolean;
  readonly item: T;
}

export interface Completion<T> {
  readonly item: T;
  /** The text before the completed words. */
  readonly before: string;
}

/** The number of photos of each item, for example; an item without any is not suggested. */
type Weights<T> = ReadonlyMap<T, number>;

/** The maximum number of last words that may be the beginning of one name. */
const maxWords = 5;
/** Keys that are sorted together, which takes about two milliseconds. */
const sortedAtOnce = 2000;

/**
 * Names by the beginnings of their words. As many of the last typed words are used as are the beginning of a name, so that
 * `sunset in new yo` finds New York. Names that begin with the typed words come before names that contain them later.
 *
 * Names can only be added. The weights of each query determine which names are suggested, and in which order.
 */
export class PrefixIndex<T> {
  /** Each sorted: names from their first word on, from their second, … */
  readonly #runs: Key<T>[][] = [];

  /** Adding some thousand names at once blocks requests. The cost does not depend on the names that were added before. */
  add(names: readonly NamedItem<T>[]): void {
    const keys = names.flatMap(({ name, item }) => {
      const words = keysOf(name);
      return words.map((_word, at) => ({ key: words.slice(at).join(' '), isStart: at === 0, item }));
    });
    const last = this.#runs.at(-1);
    const run = last && last.length + keys.length <= sortedAtOnce ? [...last, ...keys] : keys;
    run.sort((a, b) => (a.key < b.key ? -1 : 1));
    if (run !== keys) this.#runs.pop();
    this.#runs.push(run);
  }

  /**
   * After a complete word, or without text, the names with the highest weights; inside quotes nothing, since quoted words
   * are plain text.
   */
  complete(typed: string, limit: number, weights: Weights<T>): Completion<T>[] {
    const isOpen = (typed.split('"').length - 1) % 2 === 1;
    if (isOpen) return [];
    if (typed.trim() === '' || /\s$/.test(typed)) {
      return heaviest(weights, limit).map((item) => ({ item, before: typed.trimStart() }));
    }
    const words = searchWords(typed);
    const found = new Map<T, Completion<T>>();
    for (const from of words.slice(-maxWords)) {
      const rest = words.filter(({ start }) => start >= from.start);
      if (rest.some(({ quote }) => quote !== null)) continue;
      const before = typed.slice(0, from.start);
      for (const item of this.#beginning(rest.map(({ key }) => key).join(' '), weights)) {
        if (found.size >= limit) return [...found.values()];
        if (!found.has(item)) found.set(item, { item, before });
      }
    }
    return [...found.values()];
  }

  #beginning(prefix: string, weights: Weights<T>): T[] {
    if (prefix === '') return [];
    const entries: { readonly isStart: boolean; readonly weight: number; readonly item: T }[] = [];
    for (const run of this.#runs) {
      for (let at = firstFrom(run, prefix); at < run.length; at += 1) {
        const key = run[at];
        if (!key?.key.startsWith(prefix)) break;
        const weight = weights.get(key.item) ?? 0;
        if (weight > 0) entries.push({ isStart: key.isStart, weight, item: key.item });
      }
    }
    entries.sort((a, b) => Number(b.isStart) - Number(a.isStart) || b.weight - a.weight);
    return entries.map(({ item }) => item);
  }
}

/** Among equal weights, the first ones. */
function heaviest<T>(weights: Weights<T>, limit: number): T[] {
  const best: { readonly item: T; readonly weight: number }[] = [];
  for (const [item, weight] of weights) {
    const smallest = best.length < limit ? 0 : (best.at(-1)?.weight ?? 0);
    if (weight <= smallest) continue;
    const behind = best.findIndex((other) => other.weight < weight);
    best.splice(behind < 0 ? best.length : behind, 0, { item, weight });
    if (best.length > limit) best.pop();
  }
  return best.map(({ item }) => item);
}

function firstFrom<T>(run: readonly Key<T>[], key: string): number {
  let low = 0;
  let high = run.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((run[middle]?.key ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
