import type { SearchTerm } from './search-query.ts';

/** Words that stand in every other text: a photo is found without them too. */
const stopWords = new Set(
  `a an and at for in of on or the to with my
   und oder der die das dem den ein eine einem einen im am mit von auf
   et ou le la les un une des du de au aux dans sur avec`.split(/\s+/),
);

/** The terms that say something; all of them where none does. */
export function tellingTerms(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const telling = terms.filter(({ words, phrase }) => phrase || !words.every((word) => stopWords.has(word)));
  return telling.length > 0 ? telling : terms;
}
