import type { SearchTerm } from './search-query.ts';

/** Words that occur in most texts, which a photo need not contain to be found. */
const stopWords = new Set(
  `a an and at for in of on or the to with my
   und oder der die das dem den ein eine einem einen im am mit von auf
   et ou le la les un une des du de au aux dans sur avec`.split(/\s+/),
);

/** The terms without stop words; all terms if only stop words remain. */
export function rareTerms(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const rare = terms.filter(({ words, phrase }) => phrase || !words.every((word) => stopWords.has(word)));
  return rare.length > 0 ? rare : terms;
}
