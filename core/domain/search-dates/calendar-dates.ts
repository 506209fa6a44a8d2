import { wholeMonth, wholeYear, type DaySpan } from '../epoch-day.ts';
import { realDay, recurringDate, spanDate, type DateText, type SearchDate } from './date-text.ts';
import { andWords, seasons, WINTER } from './vocabulary.ts';

/** Dates with a year, or a day of any year: `3 May 2020`, `May 2020`, `summer 2021`, `2020`, `24 December`. */
export function calendarDateAt(text: DateText, at: number): SearchDate | null {
  return (
    isoDateAt(text, at) ??
    numericDateAt(text, at) ??
    dayOfMonthAt(text, at) ??
    monthsAndYear(text, at) ??
    seasonAndYear(text, at) ??
    decadeAt(text, at) ??
    yearAlone(text, at)
  );
}

/** `2020-05-03`, `2020-05`. */
function isoDateAt(text: DateText, at: number): SearchDate | null {
  const year = text.yearAt(at);
  const [month, day] = [text.key(at + 1), text.key(at + 2)];
  if (year === null || text.behind(at) !== '-' || !/^(?:0[1-9]|1[0-2])$/.test(month)) return null;
  if (text.behind(at + 1) === '-' && /^\d\d$/.test(day)) {
    const found = realDay(year, Number(month), Number(day));
    if (found !== null) return spanDate(3, [found, found]);
  }
  return spanDate(2, wholeMonth(year, Number(month)), [Number(month)]);
}

/** `3.5.2020` and `3/5/2020`: the day comes first, unless that is only possible as the month. */
function numericDateAt(text: DateText, at: number): SearchDate | null {
  const mark = text.behind(at).trim();
  const year = text.yearAt(at + 2);
  if (year === null || !/^[./]$/.test(mark) || text.behind(at + 1).trim() !== mark) return null;
  const [first, second] = [Number(text.key(at)), Number(text.key(at + 1))];
  const [day, month] = second > 12 && mark === '/' ? [second, first] : [first, second];
  if (!(day >= 1 && month >= 1 && month <= 12)) return null;
  const found = realDay(year, month, day);
  return found === null ? null : spanDate(3, [found, found]);
}

interface WrittenDay {
  readonly month: number;
  readonly day: number;
  readonly year: number | null;
  readonly words: number;
}

/** `3 May 2020`, `May 3, 2020`, `3. Mai`, `1er mai`, `the 24th of December`. */
function dayOfMonthAt(text: DateText, at: number): SearchDate | null {
  const day = text.dayAt(at);
  if (day !== null) {
    const of = ['of', 'de'].includes(text.key(at + 1)) ? 1 : 0;
    const month = text.anyMonth(at + 1 + of);
    return month === null ? null : dayOf({ month, day, year: text.yearAt(at + 2 + of), words: 2 + of });
  }
  const month = text.anyMonth(at);
  const behind = text.dayAt(at + 1);
  if (month === null || behind === null) return null;
  const year = text.yearAt(at + 2);
  const isPlain = text.sureMonth(at) !== null || /\D/.test(text.key(at + 1));
  // `may 3 people` is not a day.
  return year === null && !isPlain ? null : dayOf({ month, day: behind, year, words: 2 });
}

function dayOf({ month, day, year, words }: WrittenDay): SearchDate | null {
  // 2020 was a leap year.
  const found = realDay(year ?? 2020, month, day);
  if (found === null) return null;
  if (year === null) return recurringDate(words, { yearlyDays: [{ month, day }] });
  return spanDate(words + 1, [found, found]);
}

/** `June 2023`, `2023 June`, `July August 2022`, `July and August 2022`. */
function monthsAndYear(text: DateText, at: number): SearchDate | null {
  const first = text.yearAt(at);
  const start = first === null ? at : at + 1;
  const months: number[] = [];
  let next = start;
  for (;;) {
    const skipped = months.length > 0 && andWords.has(text.key(next)) ? 1 : 0;
    const month = text.anyMonth(next + skipped);
    if (month === null) break;
    months.push(month);
    next += skipped + 1;
  }
  const year = first ?? text.yearAt(next);
  if (months.length === 0 || year === null) return null;
  const words = next - at + (first === null ? 1 : 0);
  return recurringDate(words, { spans: months.map((month) => wholeMonth(year, month)), months });
}

/** `summer 2021`, `2021 summer`, `summer of 2021`, `winter 2020/21`. */
function seasonAndYear(text: DateText, at: number): SearchDate | null {
  const season = seasons.get(text.key(at));
  if (season === undefined) {
    const [year, behind] = [text.yearAt(at), seasons.get(text.key(at + 1))];
    return year === null || behind === undefined ? null : spanDate(2, seasonOf(behind, year));
  }
  const of = ['of', 'de'].includes(text.key(at + 1)) ? 1 : 0;
  const year = text.yearAt(at + 1 + of);
  if (year === null) return null;
  const end = season === WINTER ? text.key(at + 2 + of) : '';
  const isOfTwo = /^\s*[-–/]\s*$/.test(text.behind(at + 1 + of));
  if (isOfTwo && (end === String(year + 1) || end === String(year + 1).slice(2))) {
    return spanDate(3 + of, seasonOf(season, year + 1));
  }
  return spanDate(2 + of, seasonOf(season, year));
}

/** Three whole months, for the northern hemisphere. A winter belongs to the year in which it ends. */
export function seasonOf(season: number, year: number): DaySpan {
  const first = season === WINTER ? 0 : season * 3;
  return [wholeMonth(year, first)[0], wholeMonth(year, first + 2)[1]];
}

export const monthsOfSeason = (season: number): number[] =>
  season === WINTER ? [12, 1, 2] : [0, 1, 2].map((i) => season * 3 + i);

/** `1990s`, `1990er`. */
function decadeAt(text: DateText, at: number): SearchDate | null {
  const [, digits] = /^(\d{3}0)(?:s|er)$/.exec(text.key(at)) ?? [];
  const year = Number(digits ?? 0);
  if (year < 1830 || year > text.year) return null;
  return spanDate(1, [wholeYear(year)[0], wholeYear(year + 9)[1]]);
}

function yearAlone(text: DateText, at: number): SearchDate | null {
  const year = text.yearAt(at);
  return year === null ? null : spanDate(1, wholeYear(year));
}
