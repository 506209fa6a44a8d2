/** A calendar day, `2026-11-20`. */
export type Day = string;

const msPerDay = 86_400_000;

/** Whole days from one day to another. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / msPerDay);
}

/** The day that it is now in this process's time zone. */
export function localDay(now = new Date()): Day {
  const part = (value: number): string => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}

/** `+05:30` → 330. */
export function offsetMinutes(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):(\d{2})$/.exec(offset) ?? [];
  if (hours === undefined) throw new RangeError(`${offset} is not an offset like +01:00`);
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * When a photo counts as taken, some days after it was: the wall clock at its place and the offset stay as they are.
 * @param local wall clock, `2019-12-14T18:02:55`
 * @returns epoch seconds UTC
 */
export function shiftedTime(local: string, utcOffset: number, days: number): number {
  return Date.parse(`${local}Z`) / 1000 - utcOffset * 60 + days * 86_400;
}
