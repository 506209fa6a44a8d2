import { epochDay } from './epoch-day.ts';

/** A month as one ascending number: `year * 12 + month - 1`. */
export type MonthNumber = number;

/** A day of the year as one number: `month * 32 + day`. */
export type MonthDay = number;

const daySeconds = 86_400;

export const monthNumber = (year: number, month: number): MonthNumber => year * 12 + month - 1;
export const yearOf = (month: MonthNumber): number => Math.floor(month / 12);
/** 1 to 12. */
export const monthOf = (month: MonthNumber): number => (month % 12) + 1;
/** 1 to 31. */
export const dayOf = (day: MonthDay): number => day % 32;
export const monthDay = (month: number, day: number): MonthDay => month * 32 + day;

export const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

export interface LocalDate {
  readonly month: MonthNumber;
  readonly monthDay: MonthDay;
}

const digits = (text: string, from: number, to: number): number => {
  let value = 0;
  for (let i = from; i < to; i++) value = value * 10 + text.charCodeAt(i) - 48;
  return value;
};

/**
 * The date of a photo in the local time of capture.
 *
 * A wall clock that differs by more than a day from the photo's own time is ignored, and the date in UTC is used: a single
 * photo with a wrong clock must not move a whole timeline into another year.
 * @param takenAt epoch seconds
 * @param takenAtLocal `2024-02-29T23:59:58`
 */
export function localDate(takenAt: number, takenAtLocal: string): LocalDate {
  const year = digits(takenAtLocal, 0, 4);
  const month = digits(takenAtLocal, 5, 7);
  const day = digits(takenAtLocal, 8, 10);
  const offBy = epochDay(year, month, day) - Math.floor(takenAt / daySeconds);
  if (Math.abs(offBy) <= 1 && month >= 1 && month <= 12) {
    return { month: monthNumber(year, month), monthDay: monthDay(month, day) };
  }
  const utc = new Date(takenAt * 1000);
  return {
    month: monthNumber(utc.getUTCFullYear(), utc.getUTCMonth() + 1),
    monthDay: monthDay(utc.getUTCMonth() + 1, utc.getUTCDate()),
  };
}

/** The calendar date at an instant in a time zone. */
export function dateIn(timeZone: string, epochSeconds: number): { year: number; month: number; day: number } {
  const parts = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  }).formatToParts(epochSeconds * 1000);
  const part = (type: Intl.DateTimeFormatPartTypes): number => Number(parts.find((p) => p.type === type)?.value);
  return { year: part('year'), month: part('month'), day: part('day') };
}
