import { dateOf, wholeMonth, type DaySpan } from '../epoch-day.ts';
import { calendarDateAt } from './calendar-dates.ts';
import { realDay, recurringDate, spanDate, type DateText, type SearchDate, type UnreadRange } from './date-text.ts';
import { isInDigits, rangeOf } from './range-of-days.ts';
import { relativeDateAt } from './relative-dates.ts';
import {
  afterWords,
  andWords,
  articles,
  beforeWords,
  betweenWords,
  fromWords,
  inWords,
  rangeWords,
  sinceWords,
  untilWords,
} from './vocabulary.ts';
import { writtenDaysAt } from './written-days.ts';

/** Ranges of dates, possibly with one open end: `2019-2021`, `3 to 10 May 2020`, `before 2015`, `since last May`. */
export function rangeAt(text: DateText, at: number): FoundRange | null {
  return (
    openRange(text, at) ?? betweenDates(text, at) ?? pairAt(text, at, behindRangeMark, fromWords.has(text.key(at - 1)))
  );
}

/** A range, or words that have the form of one but no meaning. */
type FoundRange = SearchDate | UnreadRange;

/** A date that is a single period. */
function pointAt(text: DateText, at: number): { words: number; span: DaySpan } | null {
  const found = calendarDateAt(text, at) ?? relativeDateAt(text, at);
  const [span, ...others] = found?.spans ?? [];
  return found && span && others.length === 0 ? { words: found.words, span } : null;
}

/** `before 2015` excludes 2015, `until 2015` includes it; the same applies to `after` and `since`. */
function openRange(text: DateText, at: number): SearchDate | null {
  const key = text.key(at);
  const isFrom = key === 'a' && text.key(at + 1) === 'partir';
  const isUntil = key === 'jusqu';
  const isKnown = [beforeWords, afterWords, untilWords, sinceWords].some((words) => words.has(key));
  if (!isKnown && !isFrom && !isUntil) return null;
  let start = at + (isFrom ? 2 : 1);
  if (isUntil && ['a', 'au', 'en'].includes(text.key(start))) start += 1;
  while (articles.has(text.key(start)) || (isFrom && text.key(start) === 'de')) start += 1;
  const point = pointAt(text, start);
  if (!point) return null;
  const [from, to] = point.span;
  const words = start - at + point.words;
  if (beforeWords.has(key)) return spanDate(words, [-Infinity, from - 1]);
  if (afterWords.has(key)) return spanDate(words, [to + 1, Infinity]);
  return spanDate(words, isUntil || untilWords.has(key) ? [-Infinity, to] : [from, Infinity]);
}

/** `between 2019 and 2021`, `between 3 and 10 June 2020`. */
function betweenDates(text: DateText, at: number): FoundRange | null {
  if (!betweenWords.has(text.key(at))) return null;
  const start = behindArticles(text, at + 1);
  const found = pairAt(text, start, behindAnd, true);
  return found && { ...found, words: start - at + found.words };
}

/** Returns the index of the word after a mark that follows a word; null if there is none. */
type BehindMark = (text: DateText, at: number) => number | null;

/**
 * `2019 to 2021`, `May 2019 – July 2020`, `3 to 10 May 2020`, `May to July`.
 * @param isMeant whether the words before say that it is a range: `march to may` alone is none
 */
function pairAt(text: DateText, at: number, behindMark: BehindMark, isMeant: boolean): FoundRange | null {
  const from = pointAt(text, at);
  if (from) {
    const next = behindMark(text, at + from.words - 1);
    const to = next === null ? null : pointAt(text, next);
    if (next !== null && to) {
      const words = next + to.words - at;
      // `May 2020 - March 2020` is no range, but both are dates by themselves.
      return joined(words, from.span, to.span) ?? recurringDate(words, { spans: [from.span, to.span] });
    }
  }
  let unread: UnreadRange | null = null;
  for (const start of writtenDaysAt(text, at)) {
    const next = behindMark(text, at + start.words - 1);
    for (const end of next === null ? [] : writtenDaysAt(text, next)) {
      const words = (next ?? at) + end.words - at;
      const found = rangeOf(start, end, inWords.has(text.key(at - 1)) || (isMeant && !isInDigits(start)));
      if (found === 'unread') {
        unread ??= { words, isUnread: true };
        // Without its year, the end would be another one.
        break;
      }
      if (found) return 'span' in found ? spanDate(words, found.span) : recurringDate(words, found);
    }
  }
  return unread ?? openStart(text, at, behindMark);
}

/** `3 May to summer 2020`, `May to today`: the start is the last such day before the end. */
function openStart(text: DateText, at: number, behindMark: BehindMark): SearchDate | null {
  for (const { words, month, day, year } of writtenDaysAt(text, at)) {
    const next = behindMark(text, at + words - 1);
    const to = next === null ? null : pointAt(text, next);
    // `5 to 2020` is not a period.
    if (next === null || !to || month === null || year !== null) continue;
    const end = dateOf(to.span[0]);
    for (const each of [end.year, end.year - 1]) {
      const start = day === null ? wholeMonth(each, month)[0] : realDay(each, month, day);
      const complete = start === null ? null : joined(next + to.words - at, [start, start], to.span);
      if (complete) return complete;
    }
  }
  return null;
}

/** The index of the word after a dash or `to` that follows a word; null if there is none. */
function behindRangeMark(text: DateText, at: number): number | null {
  if (text.isDash(at)) return at + 1;
  const key = text.key(at + 1);
  const isTo = rangeWords.has(key) || text.written(at + 1).toLowerCase() === 'à';
  if (!isTo) return null;
  return behindArticles(text, at + 2);
}

/** The index of the word after the `and` that follows a word; null if there is none. */
function behindAnd(text: DateText, at: number): number | null {
  return andWords.has(text.key(at + 1)) ? behindArticles(text, at + 2) : null;
}

function behindArticles(text: DateText, at: number): number {
  let next = at;
  while (articles.has(text.key(next))) next += 1;
  return next;
}

function joined(words: number, [from]: DaySpan, [, to]: DaySpan): SearchDate | null {
  return to >= from ? spanDate(words, [from, to]) : null;
}
