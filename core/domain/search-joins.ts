import { searchWords, withoutLooseMarks, type SearchWord } from './search-words.ts';

/** Words that only connect others, and say nothing about what a photo shows. */
const joins = new Set(
  `a an and or the of in at on by with from to near during around for my our s taken
   und oder mit von vom aus auf in im am an bei beim nach zu zum zur der die das den dem des ein eine einem einen einer
   et ou avec de du des d la le les l dans en au aux chez par pour sur un une pris prise`.split(/\s+/),
);

export const isJoin = (key: string): boolean => joins.has(key);

/** Whether a word only connects a filter to the rest. */
export function isJoining(words: readonly SearchWord[], isFilter: readonly boolean[], at: number): boolean {
  const is = (i: number): boolean => words[i]?.quote === null && joins.has(words[i].key);
  if (!is(at)) return false;
  let [before, after] = [at - 1, at + 1];
  while (is(before) && !isFilter[before]) before -= 1;
  while (is(after) && !isFilter[after]) after += 1;
  return isFilter[before] === true || isFilter[after] === true;
}

interface Part {
  readonly start: number;
  readonly end: number;
}

/** The words of a search text without those that only connect others. Quoted words are one part, with their quotes. */
export function meaningfulParts(text: string): Part[] {
  const words = searchWords(text);
  return words.flatMap(({ start, end, key, quote }, at) => {
    if (quote === null) return joins.has(key) ? [] : [{ start, end }];
    const isFirst = words[at - 1]?.quote !== quote;
    const last = words.findLast((word) => word.quote === quote);
    return isFirst && last ? [{ start: start - 1, end: last.end + 1 }] : [];
  });
}

/** A search text without some of its words, and without the words that connected them to the rest. */
export function withoutPart(text: string, { start, end }: Part): string {
  const words = searchWords(text);
  let [from, to] = [start, end];
  for (const word of words.filter((each) => each.end <= start).reverse()) {
    if (word.quote !== null || !joins.has(word.key)) break;
    from = word.start;
  }
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
