import { calendarDateAt, monthsOfSeason } from './calendar-dates.ts';
import { rangeAt } from './date-ranges.ts';
import { recurringDate, type DateText, type SearchDate, type UnreadRange } from './date-text.ts';
import { dayBeforeYesterday, relativeDateAt, weekdaysAt } from './relative-dates.ts';
import { andWords, behindNamedDays, beforeNamedDays, inWords, seasons } from './vocabulary.ts';

/**
 * Parses the date that starts at a word, in English, German or French; null if there is none. The longest match is used:
 * `May to July 2020` is a single date.
 */
export function dateAt(text: DateText, at: number): SearchDate | UnreadRange | null {
  if (text.key(at) === '') return null;
  return (
    dayBeforeYesterday(text, at) ??
    rangeAt(text, at) ??
    calendarDateAt(text, at) ??
    relativeDateAt(text, at) ??
    monthAt(text, at) ??
    weekdayAt(text, at)
  );
}

/** `in May` is the month, even if a person is called May. */
export const isAfterInWord = (text: DateText, at: number): boolean => inWords.has(text.key(at - 1));

/** A month or a season of any year. */
function monthAt(text: DateText, at: number): SearchDate | null {
  const isMeant = isAfterInWord(text, at);
  const month = isMeant ? text.anyMonth(at) : text.sureMonth(at);
  if (month !== null) return recurringDate(1, { months: [month] });
  const season = isMeant ? seasons.get(text.key(at)) : undefined;
  return season === undefined ? null : recurringDate(1, { months: monthsOfSeason(season) });
}

/** `Saturday`, `Saturday and Sunday`, `weekend`; but `Black Friday` is a name. */
function weekdayAt(text: DateText, at: number): SearchDate | null {
  const first = weekdaysAt(text, at);
  if (!first || beforeNamedDays.has(text.key(at - 1)) || behindNamedDays.has(text.key(at + 1))) return null;
  const days = [...first.days];
  let words = first.words;
  for (;;) {
    const skipped = andWords.has(text.key(at + words)) ? 1 : 0;
    const next = weekdaysAt(text, at + words + skipped);
    if (!next) return recurringDate(words, { weekdays: [...new Set(days)] });
    days.push(...next.days);
    words += skipped + next.words;
  }
}
