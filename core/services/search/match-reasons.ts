import { textKinds, type PhotoTexts, type Reason } from '../../domain/photo-texts.ts';
import type { SearchTerm } from '../../domain/search-query.ts';
import { keysOf } from '../../domain/search-words.ts';
import { rareTerms } from '../../domain/rare-terms.ts';
import { mayBePrefix } from '../../store/photos/text-index.ts';

/** The maximum number of reasons per photo: a page of text may have the word in each line. */
const maxReasons = 10;

/** Finds the texts of a photo that contain words of a search, the most informative kind of text first. */
export function textReasons(terms: readonly SearchTerm[]): (texts: PhotoTexts) => Reason[] {
  const searched = rareTerms(terms).map(({ words, prefix }) => ({
    keys: words.flatMap(keysOf),
    prefix: prefix && mayBePrefix(words[0] ?? ''),
  }));
  const matches = (text: string): boolean => {
    const keys = keysOf(text);
    return searched.some((term) => occursIn(term, keys));
  };
  return (texts) => {
    const reasons = textKinds.flatMap((kind) => texts[kind].filter(matches).map((text) => ({ kind, text })));
    return reasons.slice(0, maxReasons);
  };
}

function occursIn({ keys, prefix }: { keys: readonly string[]; prefix: boolean }, text: readonly string[]): boolean {
  if (keys.length === 0) return false;
  return text.some((_key, at) =>
    keys.every((key, i) => {
      const word = text[at + i] ?? '';
      return word === key || (prefix && i === keys.length - 1 && word.startsWith(key));
    }),
  );
}
