import { meaningfulParts, quotedParts, withoutPart } from '../../domain/search-joins.ts';
import { longestText, type SearchQuery } from '../../domain/search-query.ts';

/** Another search that has results, suggested when a search found nothing. */
export interface AlternativeSearch {
  /**
   * Without one filter, with one filter only, with the filters but without the remaining text, with some of its words, or with
   * all words as text.
   */
  readonly way: 'without' | 'only' | 'filters' | 'some' | 'words';
  /** The index of the filter; null for the last three. */
  readonly filter: number | null;
  readonly q: string;
  readonly total: number;
}

/** The maximum number of filters or words to try one by one: a longer text was probably pasted. */
const maxTried = 6;
/** Words of a part that is tried as a whole, such as `red stop sign`. */
const longestPart = 3;

/**
 * Shorter searches that have results, for a text that found nothing.
 * @param count returns the number of photos that a text finds
 */
export async function alternativeSearches(
  text: string,
  { filters, text: remainingText }: SearchQuery,
  count: (q: string) => Promise<number>,
): Promise<AlternativeSearch[]> {
  const filtersText = wordsOf(text, filters);
  const withFilters = (part: string): string => `${filtersText} ${part}`.trim();
  const parts = await findingParts(withoutFilters(text, filters), (part) => count(withFilters(part)));
  const together = parts.length > 1 && (await count(withFilters(parts.join(' ')))) > 0;
  const candidates = (together ? [parts.join(' ')] : parts).map((part): Omit<AlternativeSearch, 'total'> => ({
    way: 'some',
    filter: null,
    q: withFilters(part),
  }));
  const triedFilters = filters.slice(0, maxTried);
  triedFilters.forEach((filter, at) => candidates.push({ way: 'without', filter: at, q: withoutPart(text, filter) }));
  if (remainingText !== '') candidates.push({ way: 'filters', filter: null, q: filtersText });
  if (filters.length + Number(remainingText !== '') > 2) {
    triedFilters.forEach((filter, at) =>
      candidates.push({ way: 'only', filter: at, q: text.slice(filter.start, filter.end) }),
    );
  }
  if (filters.length > 0) candidates.push({ way: 'words', filter: null, q: quotedParts(text, filters) });
  const ways: AlternativeSearch[] = [];
  for (const way of candidates) {
    if (way.q === '' || way.q.length > longestText || ways.some(({ q }) => q === way.q)) continue;
    const total = await count(way.q);
    if (total > 0) ways.push({ ...way, total });
  }
  return ways;
}

/**
 * The parts of a text that find something by themselves. Longer ones are tried first, since a stop sign is more than a sign.
 */
async function findingParts(text: string, count: (part: string) => Promise<number>): Promise<string[]> {
  const words = meaningfulParts(text).slice(0, maxTried);
  const parts: string[] = [];
  for (let at = 0; words.length > 1 && at < words.length;) {
    let length = Math.min(longestPart, words.length - at);
    const part = (): string => text.slice(words[at]?.start, words[at + length - 1]?.end).replaceAll(/\s+/g, ' ');
    while (length > 0 && (await count(part())) === 0) length -= 1;
    if (length > 0) parts.push(part());
    at += Math.max(length, 1);
  }
  return parts;
}

/** The text with spaces for its filters; quotes stay. */
const withoutFilters = (text: string, filters: SearchQuery['filters']): string =>
  filters.reduce((rest, { start, end }) => rest.slice(0, start) + ' '.repeat(end - start) + rest.slice(end), text);

const wordsOf = (text: string, filters: SearchQuery['filters']): string =>
  filters.map(({ start, end }) => text.slice(start, end)).join(' ');
