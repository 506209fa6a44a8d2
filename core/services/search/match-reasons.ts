import { textKinds, type PhotoTexts, type Reason } from '../../domain/photo-texts.ts';
import type { SearchTerm } from '../../domain/search-query.ts';
import { searchedTokens, textTokens } from '../../domain/index-tokens.ts';
import { rareTerms } from '../../domain/rare-terms.ts';
import { mayBePrefix } from '../../store/photos/text-index.ts';

/** The maximum number of reasons per photo: a page of text may have the word in each line. */
const maxReasons = 10;

/** Finds the texts of a photo that contain words of a search, the most informative kind of text first. */
export function textReasons(terms: readonly SearchTerm[]): (texts: PhotoTexts) => Reason[] {
  const searched = rareTerms(terms).map(({ words, prefix }) => {
    const tokens = searchedTokens(words);
    return { tokens, prefix: prefix && mayBePrefix(tokens.at(-1) ?? '') };
  });
  const matches = (text: string): boolean => {
    const tokens = textTokens(text);
    return searched.some((term) => occursIn(term, tokens));
  };
  return (texts) => {
    const reasons = textKinds.flatMap((kind) => texts[kind].filter(matches).map((text) => ({ kind, text })));
    return reasons.slice(0, maxReasons);
  };
}

function occursIn(
  { tokens, prefix }: { tokens: readonly string[]; prefix: boolean },
  text: readonly string[],
): boolean {
  if (tokens.length === 0) return false;
  return text.some((_token, at) =>
    tokens.every((token, i) => {
      const word = text[at + i] ?? '';
      return word === token || (prefix && i === tokens.length - 1 && word.startsWith(token));
    }),
  );
}
