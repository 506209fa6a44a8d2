/** A calendar day in any year. */
export interface DayOfYear {
  readonly month: number;
  readonly day: number;
}

/** A leap year, which has all days. */
const year = 2024;

/** Parses `11-22`, as in URLs; null if it is not a valid day. */
export function parseDay(text: string | null): DayOfYear | null {
  const [, month, day] = /^(\d\d)-(\d\d)$/.exec(text ?? '') ?? [];
  const parsed = { month: Number(month), day: Number(day) };
  const date = dateOf(parsed);
  return date.getUTCMonth() + 1 === parsed.month && date.getUTCDate() === parsed.day ? parsed : null;
}

/** The inverse of `parseDay`. */
export function formatDay({ month, day }: DayOfYear): string {
  return [month, day].map((number) => String(number).padStart(2, '0')).join('-');
}

/** The day `days` later; the day after 31 December is 1 January. */
export function daysFrom(from: DayOfYear, days: number): DayOfYear {
  const date = dateOf(from);
  date.setUTCDate(date.getUTCDate() + days);
  return { month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

function dateOf({ month, day }: DayOfYear): Date {
  return new Date(Date.UTC(year, month - 1, day));
}
