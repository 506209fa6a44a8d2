import type { Period } from '../../state/calendar/day.ts';
import { dayInWords } from '../../state/format.ts';

/** `Friday, 17 May 2019`, `May 2019` or `2019`. */
export function periodName({ year, month, day }: Period): string {
  const part: Intl.DateTimeFormatOptions =
    day !== undefined
      ? { dateStyle: 'full' }
      : { year: 'numeric', ...(month === undefined ? {} : { month: 'long' as const }) };
  return dayInWords({ year, month: month ?? 1, day: day ?? 1 }, part);
}
