import { dateOf, wholeMonth, type DaySpan } from '../epoch-day.ts';
import { realDay, type YearlyDay } from './date-text.ts';
import type { WrittenDay } from './written-days.ts';

/** The days of a range: of certain years, or of any year. */
type RangeDays =
  { readonly span: DaySpan } | { readonly months: readonly number[] } | { readonly yearlyDays: readonly YearlyDay[] };

interface Ends {
  readonly from: WrittenDay & { readonly month: number };
  readonly to: WrittenDay & { readonly month: number };
  /** Whether the range may begin in the year before its end: not if only one end says the month. */
  readonly mayCrossYears: boolean;
}

/**
 * The days between two written days or months, of which each may lack what the other one has: `3 to 10 May 2020`,
 * `November to February 2021`, `June 3–10`.
 * @param isMeant whether a word like `in` stands before them
 * @returns null for words without the form of a range; `unread` if there are no such days
 */
export function rangeOf(from: WrittenDay, to: WrittenDay, isMeant: boolean): RangeDays | 'unread' | null {
  const ends = endsOf(from, to);
  if (!ends) return null;
  if (from.year === null && to.year === null) {
    if (!isMeant && !from.plain && !to.plain) return null;
    return inAnyYear(ends) ?? (to.month === null ? null : 'unread');
  }
  const span = inYears(ends);
  return span ? { span } : 'unread';
}

/** `1.4 to 2.8` may be something else, also after `from`. */
export const isInDigits = ({ form }: WrittenDay): boolean => form === 'digits' || form === 'month first in digits';

/** Both ends with their months; null if that is not how people write a range. */
function endsOf(from: WrittenDay, to: WrittenDay): Ends | null {
  if (isInDigits(from) && isInDigits(to) && from.form !== to.form) return null;
  if (from.month !== null && to.month !== null) {
    return { from: { ...from, month: from.month }, to: { ...to, month: to.month }, mayCrossYears: true };
  }
  // `3 to 10 May`
  if (to.month !== null && to.day !== null && from.year === null) {
    return { from: { ...from, month: to.month }, to: { ...to, month: to.month }, mayCrossYears: false };
  }
  // `May 3 to 10`
  if (from.month === null || from.form !== 'month first' || from.year !== null) return null;
  return { from: { ...from, month: from.month }, to: { ...to, month: from.month }, mayCrossYears: false };
}

function inYears({ from, to, mayCrossYears }: Ends): DaySpan | null {
  const span = (first: number, last: number): DaySpan | null => {
    const start = from.day === null ? wholeMonth(first, from.month)[0] : realDay(first, from.month, from.day);
    const end = to.day === null ? wholeMonth(last, to.month)[1] : realDay(last, to.month, to.day);
    return start === null || end === null || end < start ? null : [start, end];
  };
  const [first, last] = [from.year ?? to.year ?? 0, to.year ?? from.year ?? 0];
  const isOpen = mayCrossYears && (from.year === null || to.year === null);
  return span(first, last) ?? (isOpen ? span(from.year ?? first - 1, to.year ?? last + 1) : null);
}

/** A leap year, which has all days. */
const leapYear = 2020;

function inAnyYear(ends: Ends): RangeDays | null {
  const { from, to } = ends;
  if (from.day === null && to.day === null) {
    const count = ((to.month - from.month + 12) % 12) + 1;
    return { months: Array.from({ length: count }, (_, i) => ((from.month - 1 + i) % 12) + 1) };
  }
  // In the year before a leap year, a range that crosses years has all days, too.
  const span = inYears({ ...ends, to: { ...to, year: leapYear } });
  if (!span) return null;
  const days = Array.from({ length: span[1] - span[0] + 1 }, (_, i) => dateOf(span[0] + i));
  return { yearlyDays: days.map(({ month, day }) => ({ month, day })) };
}
