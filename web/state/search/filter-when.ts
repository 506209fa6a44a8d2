import type { SearchFilter } from '../../../core/http/wire.ts';
import { monthName } from '../format.ts';

/** The time of a filter, in a form for sentences. */
export interface When {
  readonly kind: 'day' | 'month' | 'year' | 'range' | 'since' | 'until' | 'months' | 'weekdays' | 'days';
  /** For a range: its start, its end, and the range as one text. */
  readonly names: readonly string[];
}

/** The dates, months or weekdays of a filter, formatted for a locale. */
export function whenOf({ from, to, months, weekdays, days }: SearchFilter, locale: string): When | null {
  if (from !== null && to !== null) return between(from, to, locale);
  if (from !== null) return { kind: 'since', names: [dayName(from, locale)] };
  if (to !== null) return { kind: 'until', names: [dayName(to, locale)] };
  if (weekdays.length > 0) return { kind: 'weekdays', names: weekdays.map((day) => weekdayName(day, locale)) };
  if (days.length > 0) {
    const dates = days.map(({ month, day }) => `2020-${two(month)}-${two(day)}`);
    return yearlyRange(dates, locale) ?? { kind: 'days', names: dates.map((date) => yearlyDayName(date, locale)) };
  }
  const names = months.map((month) => formatDay(`2020-${two(month)}-01`, locale, { year: undefined, day: undefined }));
  return months.length === 0 ? null : { kind: 'months', names };
}

/** The days of any year from one to another; null for a single day. */
function yearlyRange(dates: readonly string[], locale: string): When | null {
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined || from === to) return null;
  const names = [from, to].map((date) => yearlyDayName(date, locale));
  // Over the end of a year, the formatter adds years.
  const range =
    from < to
      ? format(locale, { ...fullDate, year: undefined }).formatRange(startOf(from), startOf(to))
      : names.join(' – ');
  return { kind: 'range', names: [...names, range] };
}

const yearlyDayName = (date: string, locale: string): string => formatDay(date, locale, { year: undefined });

function between(from: string, to: string, locale: string): When {
  if (from === to) return { kind: 'day', names: [dayName(from, locale)] };
  const [years, lastDay] = [
    [from, to].map((day) => day.slice(0, 4)),
    new Date(Date.UTC(Number(from.slice(0, 4)), Number(from.slice(5, 7)), 0)).toISOString().slice(0, 10),
  ];
  if (from.endsWith('-01-01') && to.endsWith('-12-31')) {
    const [first = '', last = ''] = years;
    return { kind: 'year', names: [first === last ? first : `${first}–${last}`] };
  }
  if (from.endsWith('-01') && to === lastDay) {
    return { kind: 'month', names: [monthName(Number(from.slice(0, 4)), Number(from.slice(5, 7)), locale)] };
  }
  const range = format(locale, fullDate).formatRange(startOf(from), startOf(to));
  return { kind: 'range', names: [dayName(from, locale), dayName(to, locale), range] };
}

/**
 * The dates that a filter was resolved to, if its words do not contain them: `last week` is 9–15 November 2026.
 * @returns an empty text if the words contain them
 */
export function plainDays({ from, to, words }: SearchFilter, locale: string): string {
  if (from === null || to === null || words.includes(from.slice(0, 4))) return '';
  return format(locale, { year: 'numeric', month: 'short', day: 'numeric' }).formatRange(startOf(from), startOf(to));
}

/** The words of a date filter, with ISO dates, as from a date picker, formatted: `since Jan 3, 2020`. */
export const dateWords = ({ words }: SearchFilter, locale: string): string =>
  words.replace(/\d{4}-\d\d-\d\d/g, (day) => format(locale, { ...fullDate, month: 'short' }).format(startOf(day)));

/** @param day 1 for Monday */
export const weekdayName = (day: number, locale: string): string =>
  // 1 January 2024 was a Monday.
  new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day));

const dayName = (day: string, locale: string): string => formatDay(day, locale, {});

function formatDay(day: string, locale: string, overrides: Intl.DateTimeFormatOptions): string {
  return format(locale, { ...fullDate, ...overrides }).format(startOf(day));
}

const fullDate = { year: 'numeric', month: 'long', day: 'numeric' } as const;

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

const format = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });

const two = (number: number): string => String(number).padStart(2, '0');
