import { quotedParts, withoutPart } from '../../domain/search-joins.ts';
import { longestText, type SearchQuery } from '../../domain/search-query.ts';

/** Another search that has results, suggested when a search found nothing. */
export interface AlternativeSearch {
  /**
   * Without one filter, with one filter only, with the filters but without the remaining text, or with all words as text.
   */
  readonly way: 'without' | 'only' | 'filters' | 'words';
  /** The index of the filter; null for the last two. */
  readonly filter: number | null;
  readonly q: string;
  readonly total: number;
}

/** The maximum number of filters to try one by one: a longer text was probably pasted. */
const maxTried = 6;

/**
 * Shorter searches that have results, for a text that found nothing.
 * @param count returns the number of photos that a text finds
 */
export async function alternativeSearches(
  text: string,
  { filters, text: remainingText }: SearchQuery,
  count: (q: string) => Promise<number>,
): Promise<AlternativeSearch[]> {
  if (filters.length === 0) return [];
  const candidates: Omit<AlternativeSearch, 'total'>[] = [];
  const triedFilters = filters.slice(0, maxTried);
  triedFilters.forEach((filter, at) => candidates.push({ way: 'without', filter: at, q: withoutPart(text, filter) }));
  if (remainingText !== '') candidates.push({ way: 'filters', filter: null, q: wordsOf(text, filters) });
  if (filters.length + Number(remainingText !== '') > 2) {
    triedFilters.forEach((filter, at) =>
      candidates.push({ way: 'only', filter: at, q: text.slice(filter.start, filter.end) }),
    );
  }
  candidates.push({ way: 'words', filter: null, q: quotedParts(text, filters) });
  const ways: AlternativeSearch[] = [];
  for (const way of candidates) {
    if (way.q === '' || way.q.length > longestText || ways.some(({ q }) => q === way.q)) continue;
    const total = await count(way.q);
    if (total > 0) ways.push({ ...way, total });
  }
  return ways;
}

const wordsOf = (text: string, filters: SearchQuery['filters']): string =>
  filters.map(({ start, end }) => text.slice(start, end)).join(' ');
