import type { CameraIndex } from './search-cameras.ts';
import type { DaySpan, EpochDay } from './epoch-day.ts';
import { DateText, type SearchDate, type YearlyDay } from './search-dates/date-text.ts';
import { dateAt, isAfterInWord } from './search-dates/search-dates.ts';
import { favoritesAt } from './search-favorites.ts';
import { isJoining } from './search-joins.ts';
import { kindAt, type SearchKind } from './search-kinds.ts';
import type { NameIndex, SearchName } from './search-names.ts';
import { searchWords, type SearchWord } from './search-words.ts';

/** Characters: longer search texts are pasted by mistake. */
export const longestText = 500;

/** A word, or the quoted words. */
export interface SearchTerm {
  /** In lower case, with diacritics; see `searchedTokens`. */
  readonly words: readonly string[];
  /** Whether the words have to be adjacent. */
  readonly phrase: boolean;
  /** Whether it may be the beginning of a longer word, like the last word during typing. */
  readonly prefix: boolean;
}

/** A recognised part of a text. */
export type RecognisedPart =
  | { readonly type: 'person' | 'place' | 'camera'; readonly found: SearchName }
  | { readonly type: 'date'; readonly date: SearchDate }
  | { readonly type: 'kind'; readonly kind: SearchKind }
  | { readonly type: 'favorites'; readonly kind: SearchKind | null };

/** A filter, with the position of its words in the text. */
export type SearchFilter = RecognisedPart & { readonly start: number; readonly end: number };

/** A parsed search text. */
export interface SearchQuery {
  /** The text without its filters, which is compared with pictures and texts; empty if all words are filters. */
  readonly text: string;
  readonly terms: readonly SearchTerm[];
  /** All recognised filters, in the order of the text. The fields below are derived from them. */
  readonly filters: readonly SearchFilter[];
  /** The photo must show all of them. */
  readonly people: readonly SearchName[];
  /** See `placeIds`. */
  readonly places: readonly SearchName[];
  /** Any of them matches. */
  readonly cameras: readonly SearchName[];
  /** Any of them matches; an empty list means any day. */
  readonly days: readonly DaySpan[];
  /** 1 to 12, without months of a specific year; an empty list means any month. */
  readonly months: readonly number[];
  /** 1 for Monday to 7; an empty list means any weekday. */
  readonly weekdays: readonly number[];
  /** An empty list means any day of the year. */
  readonly yearlyDays: readonly YearlyDay[];
  /** Any of them matches; an empty list means any kind. */
  readonly kinds: readonly SearchKind[];
  /** Whether the photo must be a favourite of the viewer. */
  readonly favorites: boolean;
}

/** The names in a library. */
export interface KnownNames {
  readonly names: NameIndex;
  readonly cameras?: CameraIndex | undefined;
}

/**
 * Parses a search text: names of people and places, times, cameras, kinds of photos and favourites become filters; the rest
 * is text.
 * The longest name takes precedence. At equal length, a person's name comes before a place's, and before a month unless it
 * follows a word like `in`; all of these come before a camera's. A filter applies even if it finds nothing. Quoted words
 * remain text.
 * @param today in the library's time zone
 */
export function readSearchQuery(text: string, names: KnownNames, today: EpochDay): SearchQuery {
  const words = searchWords(text);
  const dates = new DateText(words, text, today);
  const filters: SearchFilter[] = [];
  const isFilter: boolean[] = [];
  for (let at = 0; at < words.length;) {
    const found = recognise(words, at, dates, names, isFilter[at - 1] === true);
    const count = found?.words ?? 1;
    const what = found?.what ?? null;
    const [first, last] = [words[at], words[at + count - 1]];
    if (what && first && last) filters.push({ ...what, start: first.start, end: last.end });
    for (let i = 0; i < count; i += 1) isFilter.push(what !== null);
    at += count;
  }
  const remaining = words.filter((_word, at) => !isFilter[at] && !isJoining(words, isFilter, at));
  return {
    text: words.length === 0 ? text.trim() : textOf(text, remaining),
    terms: termsOf(remaining, text),
    filters,
    ...conditionsOf(filters),
  };
}

/**
 * The places where a photo may have been taken; null for anywhere. Names with a common place narrow each other (`Lisbon
 * Portugal`); of others, any one matches (`Lisbon Porto`).
 */
export function placeIds(places: readonly SearchName[]): ReadonlySet<number> | null {
  let ids: Set<number> | null = null;
  for (const place of places) {
    const previous: Set<number> | null = ids;
    const shared: number[] = place.ids.filter((id) => previous?.has(id));
    ids = shared.length > 0 ? new Set(shared) : new Set([...(previous ?? []), ...place.ids]);
  }
  return ids;
}

type Conditions = Omit<SearchQuery, 'text' | 'terms' | 'filters'>;

/** The combined conditions of all filters: `2019 2021` means either year, `Saturday 2021` means both. */
function conditionsOf(filters: readonly RecognisedPart[]): Conditions {
  const namesOf = (type: 'person' | 'place' | 'camera'): SearchName[] =>
    filters.flatMap((filter) => (filter.type === type ? [filter.found] : []));
  const dates = filters.flatMap((filter) => (filter.type === 'date' ? [filter.date] : []));
  const anyYear = dates.filter(({ spans }) => spans.length === 0);
  return {
    people: namesOf('person'),
    places: namesOf('place'),
    cameras: namesOf('camera'),
    days: withoutOpenPairs(dates.flatMap(({ spans }) => spans)),
    months: [...new Set(anyYear.flatMap(({ months }) => months))],
    weekdays: [...new Set(dates.flatMap(({ weekdays }) => weekdays))],
    yearlyDays: dates.flatMap(({ yearlyDays }) => yearlyDays),
    kinds: [...new Set(filters.flatMap((filter) => ('kind' in filter && filter.kind ? [filter.kind] : [])))],
    favorites: filters.some(({ type }) => type === 'favorites'),
  };
}

/** `since 2019 until 2021` means the period between them. */
function withoutOpenPairs(spans: readonly DaySpan[]): DaySpan[] {
  const from = spans.filter(([, to]) => to === Infinity).map(([first]) => first);
  const to = spans.filter(([first]) => first === -Infinity).map(([, last]) => last);
  const closedSpan: DaySpan = [Math.max(...from), Math.min(...to)];
  if (from.length === 0 || to.length === 0 || closedSpan[0] > closedSpan[1]) return [...spans];
  return [...spans.filter((span) => span.every(Number.isFinite)), closedSpan];
}

/** The filter that begins at a word, with its number of words; `what` is null for words that are text together. */
function recognise(
  words: readonly SearchWord[],
  at: number,
  dates: DateText,
  known: KnownNames,
  isAfterFilter: boolean,
): { words: number; what: RecognisedPart | null } | null {
  if (words[at]?.quote !== null) return null;
  const { names, cameras } = known;
  const name = names.at(words, at, isAfterFilter);
  const date = dateAt(dates, at);
  const camera = cameras?.at(words, at) ?? null;
  const isMonth = name?.type === 'person' && name.words === 1 && date !== null && isAfterInWord(dates, at);
  if (name && !isMonth && !(camera && camera.words > name.words)) {
    return { words: name.words, what: { type: name.type, found: name.found } };
  }
  if (date) return { words: date.words, what: 'isUnread' in date ? null : { type: 'date', date } };
  if (camera) return { words: camera.words, what: { type: 'camera', found: camera.found } };
  const isBeforeFilter = (next: number): boolean => Boolean(recognise(words, next, dates, known, false)?.what);
  const favorites = favoritesAt(words, at, isBeforeFilter);
  if (favorites) return { words: favorites.words, what: { type: 'favorites', kind: favorites.kind } };
  const kind = kindAt(words, at, () => isBeforeFilter(at + 1));
  return kind && { words: kind.words, what: { type: 'kind', kind: kind.kind } };
}

/** The remaining words as written, with the text between two consecutive ones. */
function textOf(text: string, remaining: readonly SearchWord[]): string {
  const pieces: string[] = [];
  let end = -1;
  for (const word of remaining) {
    const between = end < 0 ? '' : text.slice(end, word.start);
    pieces.push(/[\p{L}\p{N}]/u.test(between) ? ' ' : between, word.text);
    end = word.end;
  }
  return pieces
    .join('')
    .replaceAll(/["“”„«»\s]+/g, ' ')
    .trim();
}

function termsOf(remaining: readonly SearchWord[], text: string): SearchTerm[] {
  return remaining.flatMap((word, at): SearchTerm[] => {
    const { quote, end } = word;
    if (quote === null) return [{ words: [word.text.toLowerCase()], phrase: false, prefix: end === text.length }];
    // The first word of a quote stands for the whole quote.
    if (remaining[at - 1]?.quote === quote) return [];
    const words = remaining.filter((other) => other.quote === quote).map((other) => other.text.toLowerCase());
    return [{ words, phrase: true, prefix: false }];
  });
}
