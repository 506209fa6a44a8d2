import { quotedParts, tellingParts, withJoinsBefore, withoutPart, type Part } from '../../domain/search-joins.ts';
import { longestText, type SearchQuery } from '../../domain/search-query.ts';

/** Another search that has results, suggested when a search found nothing. */
export interface AlternativeSearch {
  /**
   * Without one filter, with one filter only, with the filters but without the remaining text, with some of its words, or
   * with all words as text.
   */
  readonly way: 'without' | 'only' | 'filters' | 'some' | 'words';
  /** The index of the filter; null for the last three. */
  readonly filter: number | null;
  readonly q: string;
  readonly total: number;
}

/** The maximum number of filters to try one by one: a longer text was probably pasted. */
const maxTried = 6;
/** The maximum number of words of which to try each part. */
const maxWords = 5;
/** Words of a part that is tried as a whole, such as `red stop sign`. */
const longestPart = 3;

interface Attempts {
  /** The number of photos that a text finds. */
  readonly count: (q: string) => Promise<number>;
  /** Whether they have taken so long that no more texts should be tried. */
  readonly isLate: () => boolean;
}

/** Shorter searches that have results, for a text that found nothing. */
export async function alternativeSearches(
  text: string,
  query: SearchQuery,
  attempts: Attempts,
): Promise<AlternativeSearch[]> {
  const { filters, text: remainingText } = query;
  const ways = await withSomeWords(text, query, attempts);
  const candidates: Omit<AlternativeSearch, 'total'>[] = [];
  const triedFilters = filters.slice(0, maxTried);
  triedFilters.forEach((filter, at) => candidates.push({ way: 'without', filter: at, q: withoutPart(text, filter) }));
  if (remainingText !== '') candidates.push({ way: 'filters', filter: null, q: wordsOf(text, filters) });
  if (filters.length + Number(remainingText !== '') > 2) {
    triedFilters.forEach((filter, at) =>
      candidates.push({ way: 'only', filter: at, q: text.slice(filter.start, filter.end) }),
    );
  }
  if (filters.length > 0) candidates.push({ way: 'words', filter: null, q: quotedParts(text, filters) });
  for (const way of candidates) {
    // The filters alone are found at once in any library.
    if (attempts.isLate() && way.way !== 'filters') continue;
    if (way.q === '' || way.q.length > longestText || ways.some(({ q }) => q === way.q)) continue;
    const total = await attempts.count(way.q);
    if (total > 0) ways.push({ ...way, total });
  }
  return ways;
}

/**
 * Searches with the filters and those parts of the remaining text that find something: together if a photo has all of them,
 * else one by one. Longer parts are tried first, since a stop sign is more than a sign.
 */
async function withSomeWords(
  text: string,
  { filters }: SearchQuery,
  { count, isLate }: Attempts,
): Promise<AlternativeSearch[]> {
  const words = tellingParts(withoutFilters(text, filters)).slice(0, maxWords);
  if (words.length < 2) return [];
  const joinedFilters = filters.map((filter) => withJoinsBefore(text, filter));
  const search = async (parts: readonly Part[]): Promise<AlternativeSearch> => {
    const kept = [...joinedFilters, ...parts].sort((a, b) => a.start - b.start);
    const q = wordsOf(text, kept);
    return { way: 'some', filter: null, q, total: q === text ? 0 : await count(q) };
  };
  const found: { parts: readonly Part[]; way: AlternativeSearch }[] = [];
  for (let at = 0; at < words.length && !isLate();) {
    let length = Math.min(longestPart, words.length - at);
    for (; length > 0 && !isLate(); length -= 1) {
      const parts = words.slice(at, at + length);
      const way = await search(parts);
      if (way.total > 0) {
        found.push({ parts, way });
        break;
      }
    }
    at += Math.max(length, 1);
  }
  const together = found.length > 1 ? await search(found.flatMap(({ parts }) => parts)) : undefined;
  return together && together.total > 0 ? [together] : found.map(({ way }) => way);
}

/** The text with spaces for its filters; quotes stay. */
const withoutFilters = (text: string, filters: SearchQuery['filters']): string =>
  filters.reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), text);

const wordsOf = (text: string, parts: readonly Part[]): string =>
  parts.map(({ start, end }) => text.slice(start, end)).join(' ');
