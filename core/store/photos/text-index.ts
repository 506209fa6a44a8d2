import { setImmediate } from 'node:timers/promises';
import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn, rawOn } from '../../db/statements.ts';
import type { IdSet } from '../../plugin-api/toolkit/id-set.ts';
import type { SearchTerm } from '../../domain/search-query.ts';
import { searchedTokens } from '../../domain/index-tokens.ts';
import { rareTerms } from '../../domain/rare-terms.ts';

export interface TextHit {
  readonly id: number;
  /** Lower is better; 0 if the words are too common to be significant. */
  readonly rank: number;
}

/** The weights of the columns: name, caption, tags, people, place, albums, camera, auto_tags, written. */
const weights = [2, 6, 8, 8, 5, 5, 1, 0.5, 3];

/** The maximum number of hits: the best ones, or the newest if too many match to be ranked. */
const maxHits = 2000;
/** The number of matching photos to read at a time: some milliseconds. */
const pageSize = 5000;
/** If more photos match, they are not ranked, since that costs about a microsecond for each. */
const maxRanked = 10_000;
/** The maximum number of photos that contain the words that count for the rank, summed over these words. */
const maxCounted = 20_000;

/** The lengths of prefixes, in characters, that the index contains. Other prefixes may match a million words, for example `IMG_0001`. */
const shortestPrefix = 3;
const longestIndexedPrefix = 4;

/**
 * Finds photos by words in their name, caption, tags, place and so on.
 *
 * [Note: ranks of common words] Ranking by BM25 reads data for each matching photo. For a word in the names of a million
 * photos, this takes half a second, although its rank is meaningless. Matches are therefore listed newest first, for which
 * FTS5 does not read the others, and are ranked only if they are few. Even then BM25 reads all photos with any one of the
 * words, to find out how rare it is: at a million photos, `img otter` would block the process for 30 ms, and five such words
 * for 200 ms. Therefore only the rarest words count, as many as can be read quickly.
 */
export class TextIndex {
  readonly #page: Statement<[match: string, below: number, limit: number], number>;
  readonly #count: Statement<[match: string, most: number], number>;
  readonly #ranks: Statement<[match: string, from: number, to: number], [id: number, rank: number]>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    const raw = rawOn(db);
    this.#page = plucked(
      'SELECT rowid FROM photo_text WHERE photo_text MATCH ? AND rowid < ? ORDER BY rowid DESC LIMIT ?',
    );
    this.#count = plucked('SELECT count(*) FROM (SELECT 1 FROM photo_text WHERE photo_text MATCH ? LIMIT ?)');
    this.#ranks = raw(`
      SELECT rowid, bm25(photo_text, ${weights.join(', ')}) FROM photo_text
      WHERE photo_text MATCH ? AND rowid BETWEEN ? AND ?`);
  }

  /** The photos of `allowed` that contain all words, in no particular order. */
  async find(terms: readonly SearchTerm[], allowed: IdSet, signal: AbortSignal): Promise<TextHit[]> {
    const expressions = matchExpressions(terms);
    if (expressions.length === 0) return [];
    const match = expressions.join(' AND ');
    const ids: number[] = [];
    let rowCount = 0;
    let below = Number.MAX_SAFE_INTEGER;
    for (let isLast = false; !isLast;) {
      const page = this.#page.all(match, below, pageSize);
      rowCount += page.length;
      isLast = page.length < pageSize;
      for (const id of page) if (allowed.has(id)) ids.push(id);
      if (isLast && rowCount <= maxRanked) return this.#best(await this.#rarest(expressions, signal), ids);
      if (rowCount > maxRanked && ids.length >= maxHits) break;
      below = page.at(-1) ?? 0;
      await setImmediate();
      signal.throwIfAborted();
    }
    return ids.slice(0, maxHits).map((id) => ({ id, rank: 0 }));
  }

  /** See [Note: ranks of common words]. */
  async #rarest(expressions: readonly string[], signal: AbortSignal): Promise<string[]> {
    const counts: { expression: string; count: number }[] = [];
    for (const expression of expressions) {
      counts.push({ expression, count: this.#count.get(expression, maxCounted + 1) ?? 0 });
      await setImmediate();
      signal.throwIfAborted();
    }
    let sum = 0;
    return counts
      .sort((a, b) => a.count - b.count)
      .filter(({ count }) => (sum += count) <= maxCounted)
      .map(({ expression }) => expression);
  }

  /**
   * @param rarest the expressions that count for the rank
   * @param ids newest first
   */
  #best(rarest: readonly string[], ids: readonly number[]): TextHit[] {
    const [newest, oldest] = [ids[0], ids.at(-1)];
    if (newest === undefined || oldest === undefined) return [];
    const ranks = new Map(rarest.length === 0 ? [] : this.#ranks.all(rarest.join(' AND '), oldest, newest));
    const hits = ids.map((id) => ({ id, rank: ranks.get(id) ?? 0 }));
    return hits.sort((a, b) => a.rank - b.rank).slice(0, maxHits);
  }
}

/** FTS5 expressions that must all match; empty without words. All words are quoted, so that none is parsed as syntax. */
function matchExpressions(terms: readonly SearchTerm[]): string[] {
  const expressions = rareTerms(terms).map(({ words, prefix }) => {
    const tokens = searchedTokens(words);
    const text = `"${tokens.join(' ').replaceAll('"', '""')}"`;
    return prefix && mayBePrefix(tokens.at(-1) ?? '') ? `${text}*` : text;
  });
  return [...new Set(expressions)];
}

/** Whether a token may be searched as the beginning of other ones, which is too slow for some. */
export function mayBePrefix(token: string): boolean {
  const { length } = Array.from(token);
  if (length < shortestPrefix) return false;
  return length <= longestIndexedPrefix || /^\P{N}+$/u.test(token);
}
