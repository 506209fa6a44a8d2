import { dateOf, wholeMonth, type DaySpan } from '../epoch-day.ts';
import { calendarDateAt } from './calendar-dates.ts';
import { realDay, recurringDate, spanDate, type DateText, type SearchDate } from './date-text.ts';
import { relativeDateAt } from './relative-dates.ts';
import {
  afterWords,
  andWords,
  articles,
  beforeWords,
  betweenWords,
  inWords,
  rangeWords,
  sinceWords,
  untilWords,
} from './vocabulary.ts';

/** Ranges of dates, possibly with one open end: `2019-2021`, `3 to 10 May 2020`, `before 2015`, `since last May`. */
export function rangeAt(text: DateText, at: number): SearchDate | null {
  return openRange(text, at) ?? betweenDates(text, at) ?? fromTo(text, at) ?? monthsFromTo(text, at);
}

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

/** `between 2019 and 2021`. */
function betweenDates(text: DateText, at: number): SearchDate | null {
  if (!betweenWords.has(text.key(at))) return null;
  const from = pointAt(text, at + 1);
  const and = at + 1 + (from?.words ?? 0);
  if (!from || !andWords.has(text.key(and))) return null;
  const to = pointAt(text, and + 1);
  return to && joined(and + 1 + to.words - at, from.span, to.span);
}

/** `2019 to 2021`, `May 2019 – July 2020`, and with the year only at the end: `3 to 10 May 2020`, `May to July 2020`. */
function fromTo(text: DateText, at: number): SearchDate | null {
  const from = pointAt(text, at);
  if (from) {
    const next = behindRangeMark(text, at + from.words - 1);
    const to = next === null ? null : pointAt(text, next);
    const complete = next !== null && to ? joined(next + to.words - at, from.span, to.span) : null;
    if (complete) return complete;
  }
  for (const { words, month, day } of yearlessAt(text, at)) {
    const next = behindRangeMark(text, at + words - 1);
    const to = next === null ? null : pointAt(text, next);
    // `5 to 2020` is not a period.
    if (next === null || !to || (month === null && to.span[0] !== to.span[1])) continue;
    // The last such day before the end: `November to February 2021` begins in 2020.
    const end = dateOf(to.span[0]);
    for (const year of [end.year, end.year - 1]) {
      const of = month ?? end.month;
      const start = day === null ? wholeMonth(year, of)[0] : realDay(year, of, day);
      const complete = start === null ? null : joined(next + to.words - at, [start, start], to.span);
      if (complete) return complete;
    }
  }
  return null;
}

/** How a date without its year may start at a word. */
function yearlessAt(text: DateText, at: number): { words: number; month: number | null; day: number | null }[] {
  const day = text.dayAt(at);
  const month = text.anyMonth(day === null ? at : at + 1);
  if (day === null) {
    if (month === null) return [];
    const behind = text.dayAt(at + 1);
    return [...(behind === null ? [] : [{ words: 2, month, day: behind }]), { words: 1, month, day: null }];
  }
  return [...(month === null ? [] : [{ words: 2, month, day }]), { words: 1, month: null, day }];
}

/** `May to July` of any year. */
function monthsFromTo(text: DateText, at: number): SearchDate | null {
  const [from, next] = [text.anyMonth(at), behindRangeMark(text, at)];
  const to = next === null ? null : text.anyMonth(next);
  if (from === null || next === null || to === null) return null;
  const isMeant = text.sureMonth(at) !== null || text.sureMonth(next) !== null || inWords.has(text.key(at - 1));
  if (!isMeant) return null;
  const months = Array.from({ length: ((to - from + 12) % 12) + 1 }, (_, i) => ((from - 1 + i) % 12) + 1);
  return recurringDate(next + 1 - at, { months });
}

/** The index of the word after a dash or `to` that follows a word; null if there is none. */
function behindRangeMark(text: DateText, at: number): number | null {
  if (text.isDash(at)) return at + 1;
  const key = text.key(at + 1);
  const isTo = rangeWords.has(key) || text.written(at + 1).toLowerCase() === 'à';
  if (!isTo) return null;
  let next = at + 2;
  while (articles.has(text.key(next))) next += 1;
  return next;
}

function joined(words: number, [from]: DaySpan, [, to]: DaySpan): SearchDate | null {
  return to >= from ? spanDate(words, [from, to]) : null;
}
