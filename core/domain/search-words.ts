/** A word of a search text with its position. */
export interface SearchWord {
  /** As written. */
  readonly text: string;
  /** The word without case and diacritics, for comparing. */
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** Which pair of quotes it stands in; null outside of quotes. */
  readonly quote: number | null;
}

/** Opening and closing marks of the languages around us; a mark that is never closed is no quote. */
const quoted = /"([^"]*)"|“([^”]*)”|„([^“”]*)[“”]|«([^»]*)»|»([^«]*)«/g;

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;

/** Letters that have no diacritic to take away, as people write them who have no such key. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i' },
};

/** `Straße` → `strasse`, `São` → `sao`, `Tromsø` → `tromso`. */
function wordKey(text: string): string {
  // Ten times as fast, and most words are such: the names of a library are read by the ten thousand.
  if (/^[a-z0-9]*$/i.test(text)) return text.toLowerCase();
  const bare = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return bare.replaceAll(/[ßøæœłđðþħı]/g, (letter) => plainLetters[letter] ?? letter);
}

/** The words of a name, as they are compared with those of a search text. */
export function keysOf(text: string): string[] {
  return (text.match(wordPattern) ?? []).map(wordKey).filter((key) => key !== '');
}

/** The words of a search text, in order. */
export function searchWords(text: string): SearchWord[] {
  const quotes = Array.from(text.matchAll(quoted), ({ index, 0: whole }) => ({
    start: index,
    end: index + whole.length,
  }));
  return Array.from(text.matchAll(wordPattern), ({ index, 0: word }) => {
    const quote = quotes.findIndex(({ start, end }) => index > start && index < end);
    return { text: word, key: wordKey(word), start: index, end: index + word.length, quote: quote < 0 ? null : quote };
  }).filter(({ key }) => key !== '');
}
