import { dateAt, isAfterMonthMark } from './search-dates.ts';
import type { NameIndex, SearchName } from './search-names.ts';
import { searchWords, type SearchWord } from './search-words.ts';

/** `image` is all that is no video: live photos and RAW files are photos too. */
export type SearchKind = 'image' | 'video' | 'live' | 'raw';

/** A word, or the words between quotes. */
export interface SearchTerm {
  /** In lower case, with diacritics: the full-text index removes these. */
  readonly words: readonly string[];
  /** The words have to stand beside one another. */
  readonly phrase: boolean;
  /** May be the beginning of a longer word: the one that is being written. */
  readonly prefix: boolean;
}

/** What a search text asks for. */
export interface SearchQuery {
  /** What is left for comparing with pictures and texts; empty when all words are filters. */
  readonly text: string;
  readonly terms: readonly SearchTerm[];
  /** Each of them must be on the photo. */
  readonly people: readonly SearchName[];
  /** See `placeIds`. */
  readonly places: readonly SearchName[];
  /** First and last year, both included; any of the spans will do, and none means any year. */
  readonly years: readonly (readonly [from: number, to: number])[];
  /** 1 to 12; none means any month. */
  readonly months: readonly number[];
  readonly kind: SearchKind | null;
}

/** Words between a filter and its neighbours that mean nothing once the filter is taken out. */
const connectors = new Set(
  `a an and the of in at on by with from to near during around for my our s
   und oder mit von vom aus in im am an bei beim nach zu zum zur der die das den dem des ein eine einer`.split(/\s+/),
);

const kindsAnywhere: ReadonlyMap<string, SearchKind> = new Map([
  ['videos', 'video'],
  ['photos', 'image'],
  ['fotos', 'image'],
]);
/** `video of Anna`, `Anna video`, but `a video game`. */
const kindsAtEdges: ReadonlyMap<string, SearchKind> = new Map([
  ['video', 'video'],
  ['pictures', 'image'],
  ['images', 'image'],
  ['bilder', 'image'],
]);
const livePhoto = new Set(['photo', 'photos', 'foto', 'fotos']);
const rawFile = new Set([...livePhoto, 'file', 'files', 'image', 'images']);

/** A filter that was recognised at a word, with the words behind it that belong to it. */
type Recognised = (
  | { readonly type: 'person' | 'place'; readonly found: SearchName }
  | { readonly type: 'date'; readonly years: SearchQuery['years']; readonly months: readonly number[] }
  | { readonly type: 'kind'; readonly kind: SearchKind }
) & { readonly words: number };

/**
 * Reads a search text: names of persons and places, years, months and kinds of photos become filters, and what is left
 * is text. The longest name counts, a person's before a place's of equal length and before a month unless it follows a word
 * like `in`. A filter always counts, also where it finds nothing; quotes keep words text.
 * @param options.newestYear the last year that can be meant
 */
export function readSearchQuery(text: string, names: NameIndex, options: { newestYear: number }): SearchQuery {
  const words = searchWords(text);
  const filters: Recognised[] = [];
  const isFilter: boolean[] = [];
  for (let at = 0; at < words.length;) {
    const found = recognise(words, at, { text, names, ...options });
    if (found) filters.push(found);
    const taken = found?.words ?? 1;
    for (let i = 0; i < taken; i += 1) isFilter.push(found !== null);
    at += taken;
  }
  const kept = words.filter((_word, at) => !isFilter[at] && !isConnector(words, isFilter, at));
  const dates = filters.filter((filter) => filter.type === 'date');
  return {
    text: words.length === 0 ? text.trim() : textOf(text, kept),
    terms: termsOf(kept, text),
    people: filters.flatMap((filter) => (filter.type === 'person' ? [filter.found] : [])),
    places: filters.flatMap((filter) => (filter.type === 'place' ? [filter.found] : [])),
    years: dates.flatMap(({ years }) => years),
    months: [...new Set(dates.flatMap(({ months }) => months))],
    kind: filters.find((filter) => filter.type === 'kind')?.kind ?? null,
  };
}

/**
 * The places where a photo may have been taken; null for anywhere. A name within another narrows it (`Lisbon Portugal`),
 * and of names apart from one another any will do (`Lisbon Porto`).
 */
export function placeIds(places: readonly SearchName[]): ReadonlySet<number> | null {
  let ids: Set<number> | null = null;
  for (const place of places) {
    const known: Set<number> | null = ids;
    const both: number[] = place.ids.filter((id) => known?.has(id));
    ids = both.length > 0 ? new Set(both) : new Set([...(known ?? []), ...place.ids]);
  }
  return ids;
}

function recognise(
  words: readonly SearchWord[],
  at: number,
  { text, names, newestYear }: { text: string; names: NameIndex; newestYear: number },
): Recognised | null {
  if (words[at]?.quote !== null) return null;
  const name = names.at(words, at);
  const date = dateAt(words, at, text, newestYear);
  if (name && !(date && name.type === 'person' && name.words === 1 && isAfterMonthMark(words, at))) return name;
  if (date) return { type: 'date', ...date };
  return kindAt(words, at);
}

function kindAt(words: readonly SearchWord[], at: number): Recognised | null {
  const key = words[at]?.key ?? '';
  const next = words[at + 1]?.key ?? '';
  if (key === 'live' && livePhoto.has(next)) return { type: 'kind', kind: 'live', words: 2 };
  if (key === 'raw' && rawFile.has(next)) return { type: 'kind', kind: 'raw', words: 2 };
  const isAtEdge = next === '' || (at === 0 && connectors.has(next));
  const kind = kindsAnywhere.get(key) ?? (isAtEdge ? kindsAtEdges.get(key) : undefined);
  return kind === undefined ? null : { type: 'kind', kind, words: 1 };
}

/** Whether a word is a connector beside a filter, with nothing but connectors between the two. */
function isConnector(words: readonly SearchWord[], isFilter: readonly boolean[], at: number): boolean {
  const is = (i: number): boolean => words[i]?.quote === null && connectors.has(words[i].key);
  if (!is(at)) return false;
  let [before, after] = [at - 1, at + 1];
  while (is(before) && !isFilter[before]) before -= 1;
  while (is(after) && !isFilter[after]) after += 1;
  return isFilter[before] === true || isFilter[after] === true;
}

/** The kept words as they were written: what stands between two of them stays as well. */
function textOf(text: string, kept: readonly SearchWord[]): string {
  const pieces: string[] = [];
  let end = -1;
  for (const word of kept) {
    const between = end < 0 ? '' : text.slice(end, word.start);
    pieces.push(/[\p{L}\p{N}]/u.test(between) ? ' ' : between, word.text);
    end = word.end;
  }
  return pieces
    .join('')
    .replaceAll(/["“”„«»\s]+/g, ' ')
    .trim();
}

function termsOf(kept: readonly SearchWord[], text: string): SearchTerm[] {
  return kept.flatMap((word, at): SearchTerm[] => {
    const { quote, end } = word;
    if (quote === null) return [{ words: [word.text.toLowerCase()], phrase: false, prefix: end === text.length }];
    // The first word of a quote stands for all of it.
    if (kept[at - 1]?.quote === quote) return [];
    const words = kept.filter((other) => other.quote === quote).map((other) => other.text.toLowerCase());
    return [{ words, phrase: true, prefix: false }];
  });
}
