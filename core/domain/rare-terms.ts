import { isSmallWord } from './search-joins.ts';
import type { SearchTerm } from './search-query.ts';

/** The terms without words that occur in most texts, which a photo need not contain; all terms if only those remain. */
export function rareTerms(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const rare = terms.filter(({ words, phrase }) => phrase || !words.every(isSmallWord));
  return rare.length > 0 ? rare : terms;
}
