import { quotationsIn, searchWords, withoutLooseMarks, type SearchWord } from './search-words.ts';

const either = ['or', 'oder', 'ou'];

/** Words that say nothing about what a photo shows, in lower case. */
const smallWords = new Set([
  ...either,
  ...`a an and the of in at on by with from to near for my our
   und mit von vom aus auf in im am an bei beim nach zu zum zur der die das den dem des ein eine einem einen einer
   mein meine meinem meinen meiner unser unsere unserem unseren unserer
   et avec de du des la le les dans en à au aux chez pour sur un une mon ma mes notre nos`.split(/\s+/),
]);

/** Apostrophes split these from words: `Anna's`, `l'église`. */
const splitOff = ['s', 'd', 'l'];

/** Words between a filter and its neighbours that have no meaning without the filter, as keys. */
const joins = new Set([...smallWords, ...splitOff, ...'during around taken par pris prise'.split(' ')]);

export const isSmallWord = (word: string): boolean => smallWords.has(word.toLowerCase().normalize('NFC'));

export const isJoin = (key: string): boolean => joins.has(key);

/** Whether a word stands between alternatives. */
export const isEither = (key: string): boolean => either.includes(key);

/** Whether a word only connects a filter to the rest. */
export function isJoining(words: readonly SearchWord[], isFilter: readonly boolean[], at: number): boolean {
  const is = (i: number): boolean => words[i]?.quote === null && joins.has(words[i].key);
  if (!is(at)) return false;
  let [before, after] = [at - 1, at + 1];
  while (is(before) && !isFilter[before]) before -= 1;
  while (is(after) && !isFilter[after]) after += 1;
  return isFilter[before] === true || isFilter[after] === true;
}

export interface Part {
  readonly start: number;
  readonly end: number;
}

/** The words of a search text that say something about a photo. Quoted words are one part, with their marks. */
export function tellingParts(text: string): Part[] {
  const words = searchWords(text).filter(
    ({ text: word, key, quote }) => quote === null && !isSmallWord(word) && !splitOff.includes(key),
  );
  return [...words, ...quotationsIn(text)].sort((a, b) => a.start - b.start);
}

/** A part of a search text, together with the words before it that connect it to the rest. */
export function withJoinsBefore(text: string, { start, end }: Part): Part {
  let from = start;
  for (const word of searchWords(text)
    .filter((each) => each.end <= start)
    .reverse()) {
    if (word.quote !== null || !joins.has(word.key)) break;
    from = word.start;
  }
  return { start: from, end };
}

/** A search text without some of its words, and without the words that connected them to the rest. */
export function withoutPart(text: string, part: Part): string {
  const words = searchWords(text);
  const { start: from, end } = withJoinsBefore(text, part);
  let to = end;
  const isFirst = !words.some((word) => word.end <= from);
  for (const word of words.filter((each) => each.start >= end)) {
    if (!isFirst || word.quote !== null || !joins.has(word.key)) break;
    to = word.end;
  }
  // A comma is removed with the words before it.
  const behind = text.slice(to).replace(/^[\s,;.]*/, ' ');
  const rest = `${text.slice(0, from).replace(/[\s,;]+$/, '')}${behind}`;
  return rest.trim();
}

/** A search text with these parts in quotes, so that they are plain text. */
export function quotedParts(text: string, parts: readonly Part[]): string {
  let quoted = withoutLooseMarks(text);
  for (const { start, end } of [...parts].sort((a, b) => b.start - a.start)) {
    quoted = `${quoted.slice(0, start)}"${quoted.slice(start, end)}"${quoted.slice(end)}`;
  }
  return quoted;
}
