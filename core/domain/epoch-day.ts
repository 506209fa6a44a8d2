/** A calendar day as one number: days since 1970-01-01. */
export type EpochDay = number;

/** A range of days, both ends inclusive. An open end is infinite. */
export type DaySpan = readonly [from: EpochDay, to: EpochDay];

export interface CalendarDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

const dayMilliseconds = 86_400_000;

/**
 * The number of a date in the Gregorian calendar; Howard Hinnant's `days_from_civil`. A day after the end of a month is in
 * the next month.
 */
export function epochDay(year: number, month: number, day: number): EpochDay {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export function dateOf(day: EpochDay): CalendarDate {
  const date = new Date(day * dayMilliseconds);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** 1 for Monday to 7 for Sunday. */
export const weekdayOf = (day: EpochDay): number => ((((day + 3) % 7) + 7) % 7) + 1;

export const wholeYear = (year: number): DaySpan => [epochDay(year, 1, 1), epochDay(year, 12, 31)];

/** @param month may be outside the year: 13 is January of the next year, 0 is December of the previous one */
export function wholeMonth(year: number, month: number): DaySpan {
  const at = year * 12 + month - 1;
  return [firstOfMonth(at), firstOfMonth(at + 1) - 1];
}

/** From Monday to Sunday. */
export function wholeWeek(day: EpochDay): DaySpan {
  const monday = day - weekdayOf(day) + 1;
  return [monday, monday + 6];
}

/** Parses `2019-2024` or `2021`, both years inclusive; undefined if invalid, or if the first year is the later one. */
export function yearsOf(text: string): DaySpan | undefined {
  if (!/^\d{4}(-\d{4})?$/.test(text)) return undefined;
  const [from = NaN, to = from] = text.split('-').map(Number);
  return from <= to ? [wholeYear(from)[0], wholeYear(to)[1]] : undefined;
}

/** The number of `2020-05-03`; undefined if there is no such day. */
export function dayOf(text: string): EpochDay | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const [year = NaN, month = NaN, day = NaN] = text.split('-').map(Number);
  const found = epochDay(year, month, day);
  return month >= 1 && month <= 12 && dayText(found) === text ? found : undefined;
}

/** Parses a day of any year, `12-24`; undefined if there is no such day. */
export function yearlyDayOf(text: string): Pick<CalendarDate, 'month' | 'day'> | undefined {
  // 2000 was a leap year.
  const day = dayOf(`2000-${text}`);
  if (day === undefined) return undefined;
  const { month, day: ofMonth } = dateOf(day);
  return { month, day: ofMonth };
}

/** `2020-05-03`. */
export function dayText(day: EpochDay): string {
  return new Date(day * dayMilliseconds).toISOString().slice(0, 10);
}

const firstOfMonth = (at: number): EpochDay => epochDay(Math.floor(at / 12), (((at % 12) + 12) % 12) + 1, 1);
