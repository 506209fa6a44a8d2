/** A day of the calendar, as written where a photo was taken. */
export interface Day {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** Of the month, from 1. */
  readonly day: number;
}

/** A day, all of a month, or all of a year. */
export type Period = Pick<Day, 'year'> & Partial<Day>;

/** The last year that a calendar shows. */
const lastYear = 9999;

/** `2019-05-17`, as addresses have it; null for what is no day. */
export function parseDate(text: string): Day | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return dayOf(Number(year), Number(month), Number(day));
}

/** As `parseDate` reads it. */
export function formatDate({ year, month, day }: Day): string {
  return `${String(year).padStart(4, '0')}-${[month, day].map((part) => String(part).padStart(2, '0')).join('-')}`;
}

/** Null for what is no day, such as 30 February. */
export function dayOf(year: number, month: number, day: number): Day | null {
  if (![year, month, day].every(Number.isInteger) || year < 1 || year > lastYear) return null;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) ? { year, month, day } : null;
}

/** How many days a month has. */
export function daysIn(year: number, month: number): number {
  return timeOf({ year, month: month + 1, day: 0 }).getUTCDate();
}

/** 0 for Sunday. */
export function weekdayOf(day: Day): number {
  return timeOf(day).getUTCDay();
}

/** So many days later, or earlier. */
export function daysLater(day: Day, count: number): Day {
  const time = timeOf({ ...day, day: day.day + count });
  return { year: time.getUTCFullYear(), month: time.getUTCMonth() + 1, day: time.getUTCDate() };
}

/** The same day so many months later, or the last of that month. */
export function monthsLater({ year, month, day }: Day, count: number): Day {
  const months = year * 12 + month - 1 + count;
  const there = { year: Math.floor(months / 12), month: (((months % 12) + 12) % 12) + 1 };
  return { ...there, day: Math.min(day, daysIn(there.year, there.month)) };
}

/** A number that is larger for a later day. */
export function orderOf({ year, month, day }: Day): number {
  return (year * 12 + month) * 31 + day;
}

function timeOf({ year, month, day }: Day): Date {
  const time = new Date(0);
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  time.setUTCFullYear(year, month - 1, day);
  return time;
}
