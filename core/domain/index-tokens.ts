import { keysOf } from './search-words.ts';

/**
 * [Note: tokens of texts] The full-text index takes whatever is between two spaces for a word. Chinese, Japanese and Thai have
 * no spaces, and Korean has few, so that `京都` would not find `京都旅行`. Of a run of these scripts, the index therefore has
 * the first character, each pair of neighbours and the last character, in this order: `京都旅行` → `京 京都 都旅 旅行 行`.
 * Any part of a run is found as a phrase of its pairs, and `2019年` as the phrase `2019 年`, whatever is around it. For
 * searches by one character, the index has each character of the runs once more, in a form that only these searches have.
 *
 * Words of other scripts are one token each.
 */
const runs = ['Han', 'Hira', 'Kana', 'Bopo', 'Hang', 'Thai', 'Laoo', 'Khmr', 'Mymr']
  .map((script) => `\\p{scx=${script}}`)
  .join('');
const run = new RegExp(`^[${runs}]`, 'u');
const pieces = new RegExp(`[${runs}]+|[^${runs}]+`, 'gu');

/** Begins a token that stands for a character anywhere in a run. A private character, which texts do not have. */
const anywhere = '\u{f0000}';

/** The text for the full-text index, whose tokenizer splits it into `textTokens`. */
export function indexedText(text: string): string {
  // Most texts. The tokenizer does the same, in a tenth of the time.
  return /^[\0-\x7f]*$/.test(text) ? text : textTokens(text).join(' ');
}

/** The tokens of a text, in its order. See [Note: tokens of texts]. */
export function textTokens(text: string): string[] {
  const parts = keysOf(text).flatMap(partsOf);
  const characters = new Set(parts.filter(isRun).flat());
  return [...parts.flatMap(tokensOf), ...Array.from(characters, (character) => anywhere + character)].map(withoutMarks);
}

/** The tokens that a text must have next to each other to contain these words. */
export function searchedTokens(words: readonly string[]): string[] {
  const parts = words.flatMap(keysOf).flatMap(partsOf);
  const [first] = parts;
  if (first && parts.length === 1 && isRun(first) && first.length === 1)
    return [withoutMarks(anywhere + first.join(''))];
  const tokens = parts.flatMap((part, at) => {
    if (!isRun(part) || part.length === 1) return tokensOf(part);
    // The searched part may be in the middle of a run.
    return tokensOf(part).slice(at === 0 ? 1 : 0, at === parts.length - 1 ? -1 : undefined);
  });
  return tokens.map(withoutMarks);
}

/** The runs of a word, as their characters, and what is between them. */
function partsOf(key: string): string[][] {
  return (key.normalize('NFC').match(pieces) ?? []).map((piece) => (run.test(piece) ? Array.from(piece) : [piece]));
}

const isRun = ([first = '']: readonly string[]): boolean => run.test(first);

function tokensOf(part: readonly string[]): readonly string[] {
  if (part.length === 1) return part;
  const pairs = part.slice(1).map((character, at) => (part[at] ?? '') + character);
  return [...part.slice(0, 1), ...pairs, ...part.slice(-1)];
}

/** The tokenizer takes marks, such as the vowels of Thai and Hindi, for spaces: private characters replace them. */
const withoutMarks = (token: string): string =>
  token.replaceAll(/\p{M}/gu, (mark) => String.fromCodePoint(0xf0000 + ((mark.codePointAt(0) ?? 0) & 0xffff)));
