import { wordKey } from './word-key.ts';

/** A word of a search text with its position. */
export interface SearchWord {
  /** As written. */
  readonly text: string;
  /** For comparison: see `wordKey`. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** The number of the pair of quotes that contains it; null if it is not quoted. */
  readonly quote: number | null;
}

/** Pairs of quotation marks in several languages; an unpaired mark does not quote anything. */
const quoted = /"([^"]*)"|“([^”]*)”|„([^“”]*)[“”]|«([^»]*)»|»([^«]*)«/g;

const quotedOrMark = new RegExp(`(${quoted.source})|["“”„«»]`, 'g');

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;

/** The words of a name, in the form for comparison with a search text. */
export function keysOf(text: string): string[] {
  return (text.match(wordPattern) ?? []).map(wordKey).filter((key) => key !== '');
}

/** A text of the same length with unpaired quotation marks replaced by spaces, since an added mark would pair with them. */
export const withoutLooseMarks = (text: string): string =>
  text.replaceAll(quotedOrMark, (_mark, quote?: string) => quote ?? ' ');

/** The quoted parts of a search text, with their marks. */
export const quotationsIn = (text: string): { start: number; end: number }[] =>
  Array.from(text.matchAll(quoted), ({ index, 0: match }) => ({ start: index, end: index + match.length }));

/** The key of a word that is not quoted; empty if there is none. */
export const plainKeyAt = (words: readonly SearchWord[], at: number): string =>
  words[at]?.quote === null ? words[at].key : '';

/** The words of a search text, in order. */
export function searchWords(text: string): SearchWord[] {
  const quotes = quotationsIn(text);
  return Array.from(text.matchAll(wordPattern), ({ index, 0: word }) => {
    const quote = quotes.findIndex(({ start, end }) => index > start && index < end);
    return { text: word, key: wordKey(word), start: index, end: index + word.length, quote: quote < 0 ? null : quote };
  }).filter(({ key }) => key !== '');
}
