import { setImmediate } from 'node:timers/promises';
import type { Db, Statement } from '../../db/open.ts';
import type { IdSet } from '../../plugin-api/toolkit/id-set.ts';
import type { SearchTerm } from '../../domain/search-query.ts';
import { rareTerms } from '../../domain/rare-terms.ts';

export interface TextHit {
  readonly id: number;
  /** The smaller, the better; 0 if the words are too common to be significant. */
  readonly rank: number;
}

/** How significant a word in a column is: name, caption, tags, people, place, albums, camera, auto_tags, written. */
const weights = [2, 6, 8, 8, 5, 5, 1, 0.5, 3];

/** The most hits of an answer: the best ones, or the newest where too many match to be ranked. */
const mostHits = 2000;
/** Matching photos that are read at a time: some milliseconds. */
const pageSize = 5000;
/** Where more photos than these match, they are not ranked: that costs about a microsecond each. */
const mostRanked = 10_000;
/** The words that count for the rank occur in this many photos at most, added up. */
const mostCounted = 20_000;

/** Lengths of prefixes that the index has. Without it, a prefix may match a million words, as of `IMG_0001`. */
const shortestPrefix = 3;
const longestIndexedPrefix = 4;

/**
 * Finds photos by words in their name, caption, tags, place and so on.
 *
 * [Note: ranks of common words] Ranking by BM25 reads something for each matching photo: half a second if a word is in
 * the name of each of a million photos, where its rank says nothing anyway. So the newest matches are listed first, for
 * which FTS5 does not read the others, and only ranked if they are few. Even then BM25 goes through all photos with any
 * one of the words, to learn how rare it is: `img otter` would stop everything for 30 ms at a million photos, five such
 * words for 200. So only the rarest words count, as many as can be gone through quickly.
 */
export class TextIndex {
  readonly #page: Statement<[match: string, below: number, limit: number], number>;
  readonly #count: Statement<[match: string, most: number], number>;
  readonly #ranks: Statement<[match: string, from: number, to: number], [id: number, rank: number]>;

  constructor(db: Db) {
    this.#page = db
      .prepare<[string, number, number], number>(
        'SELECT rowid FROM photo_text WHERE photo_text MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
      )
      .pluck();
    this.#count = db
      .prepare<[string, number], number>(
        'SELECT count(*) FROM (SELECT 1 FROM photo_text WHERE photo_text MATCH ? LIMIT ?)',
      )
      .pluck();
    this.#ranks = db
      .prepare<[string, number, number], [number, number]>(
        `SELECT rowid, bm25(photo_text, ${weights.join(', ')}) FROM photo_text
         WHERE photo_text MATCH ? AND rowid BETWEEN ? AND ?`,
      )
      .raw();
  }

  /** The photos of `allowed` that have all words, in no particular order. */
  async find(terms: readonly SearchTerm[], allowed: IdSet, signal: AbortSignal): Promise<TextHit[]> {
    const expressions = matchExpressions(terms);
    if (expressions.length === 0) return [];
    const match = expressions.join(' AND ');
    const ids: number[] = [];
    let read = 0;
    let below = Number.MAX_SAFE_INTEGER;
    for (let isLast = false; !isLast;) {
      const page = this.#page.all(match, below, pageSize);
      read += page.length;
      isLast = page.length < pageSize;
      for (const id of page) if (allowed.has(id)) ids.push(id);
      if (isLast && read <= mostRanked) return this.#best(await this.#rarest(expressions, signal), ids);
      if (read > mostRanked && ids.length >= mostHits) break;
      below = page.at(-1) ?? 0;
      await setImmediate();
      signal.throwIfAborted();
    }
    return ids.slice(0, mostHits).map((id) => ({ id, rank: 0 }));
  }

  /** See [Note: ranks of common words]. */
  async #rarest(expressions: readonly string[], signal: AbortSignal): Promise<string[]> {
    const counted: { expression: string; count: number }[] = [];
    for (const expression of expressions) {
      counted.push({ expression, count: this.#count.get(expression, mostCounted + 1) ?? 0 });
      await setImmediate();
      signal.throwIfAborted();
    }
    let sum = 0;
    return counted
      .sort((a, b) => a.count - b.count)
      .filter(({ count }) => (sum += count) <= mostCounted)
      .map(({ expression }) => expression);
  }

  /**
   * @param telling expressions that count for the rank
   * @param ids newest first
   */
  #best(telling: readonly string[], ids: readonly number[]): TextHit[] {
    const [newest, oldest] = [ids[0], ids.at(-1)];
    if (newest === undefined || oldest === undefined) return [];
    const ranks = new Map(telling.length === 0 ? [] : this.#ranks.all(telling.join(' AND '), oldest, newest));
    const hits = ids.map((id) => ({ id, rank: ranks.get(id) ?? 0 }));
    return hits.sort((a, b) => a.rank - b.rank).slice(0, mostHits);
  }
}

/** Expressions of FTS5 that all have to match; none without words. All words are quoted, so that none is read as syntax. */
function matchExpressions(terms: readonly SearchTerm[]): string[] {
  const expressions = rareTerms(terms).map(({ words, prefix }) => {
    const text = `"${words.join(' ').replaceAll('"', '""')}"`;
    return prefix && mayBePrefix(words[0] ?? '') ? `${text}*` : text;
  });
  return [...new Set(expressions)];
}

/** Whether a word may be the beginning of another one: not every letter is. */
export function mayBePrefix(word: string): boolean {
  if (word.length < shortestPrefix) return false;
  return word.length <= longestIndexedPrefix || /^\P{N}+$/u.test(word);
}
