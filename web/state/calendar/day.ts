/** A calendar day, in the local time of the place of capture. */
export interface Day {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** Day of the month, from 1. */
  readonly day: number;
}

/** A day, a whole month or a whole year. */
export type Period = Pick<Day, 'year'> & Partial<Day>;

/** The last year that a calendar shows. */
const lastYear = 9999;

/** Parses `2019-05-17`, as in URLs; null if it is not a valid date. */
export function parseDate(text: string): Day | null {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  return dayOf(Number(year), Number(month), Number(day));
}

/** The inverse of `parseDate`. */
export function formatDate({ year, month, day }: Day): string {
  return `${String(year).padStart(4, '0')}-${[month, day].map((part) => String(part).padStart(2, '0')).join('-')}`;
}

/** Null if there is no such day, such as 30 February. */
export function dayOf(year: number, month: number, day: number): Day | null {
  if (![year, month, day].every(Number.isInteger) || year < 1 || year > lastYear) return null;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month) ? { year, month, day } : null;
}

/** The number of days in a month. */
export function daysIn(year: number, month: number): number {
  return timeOf({ year, month: month + 1, day: 0 }).getUTCDate();
}

/** The day of the week, 0 for Sunday. */
export function weekdayOf(day: Day): number {
  return timeOf(day).getUTCDay();
}

/** The day `count` days later; earlier if negative. */
export function daysLater(day: Day, count: number): Day {
  const time = timeOf({ ...day, day: day.day + count });
  return { year: time.getUTCFullYear(), month: time.getUTCMonth() + 1, day: time.getUTCDate() };
}

/** The same day `count` months later, or the last day of that month if it is shorter. */
export function monthsLater({ year, month, day }: Day, count: number): Day {
  const months = year * 12 + month - 1 + count;
  const target = { year: Math.floor(months / 12), month: (((months % 12) + 12) % 12) + 1 };
  return { ...target, day: Math.min(day, daysIn(target.year, target.month)) };
}

/** A sort key: larger for later days. */
export function orderOf({ year, month, day }: Day): number {
  return (year * 12 + month) * 31 + day;
}

function timeOf({ year, month, day }: Day): Date {
  const time = new Date(0);
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  time.setUTCFullYear(year, month - 1, day);
  return time;
}
