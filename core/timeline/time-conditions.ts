import { dateOf, epochDay, weekdayOf, type DaySpan, type EpochDay } from '../domain/epoch-day.ts';
import { monthNumber, monthOf, yearOf } from '../domain/local-date.ts';
import type { Condition } from './condition.ts';
import { isFew, keepAmong, keepIf } from './keep.ts';

/** Compares by a number for each day: the last five bits of `monthDay` are the day of the month. */
export function byDay(spans: readonly DaySpan[]): Condition {
  const keys = spans.map(([from, to]) => [dayKey(from), dayKey(to)] as const);
  return {
    // As text, since JSON cannot represent the infinity of an open end.
    key: keys.join(';'),
    keep: ({ month, monthDay: day }, ...found) =>
      keepIf(
        (at) => {
          const key = month[at]! * 32 + (day[at]! & 31);
          return keys.some(([from, to]) => key >= from && key <= to);
        },
        ...found,
      ),
  };
}

function dayKey(day: EpochDay): number {
  if (!Number.isFinite(day)) return day;
  const { year, month, day: ofMonth } = dateOf(day);
  return monthNumber(year, month) * 32 + ofMonth;
}

export function byWeekday(weekdays: readonly number[]): Condition {
  return {
    key: weekdays,
    keep: ({ month, monthDay: day }, ...found) => {
      // The weekday of the first day is computed once for each month.
      const begins = new Uint8Array(2 ** 16);
      const isWanted = Uint8Array.from({ length: 8 }, (_, weekday) => Number(weekdays.includes(weekday)));
      return keepIf(
        (at) => {
          const of = month[at]!;
          if (begins[of] === 0) begins[of] = weekdayOf(epochDay(yearOf(of), monthOf(of), 1));
          const first = begins[of]!;
          return isWanted[((first + (day[at]! & 31) - 2) % 7) + 1] === 1;
        },
        ...found,
      );
    },
  };
}

/** Compares by the month number of the timeline: see local-date.ts. */
export function byMonth(key: unknown, isWanted: (month: number) => boolean): Condition {
  return {
    key,
    keep: ({ month }, ...found) => {
      if (isFew(found)) return keepIf((at) => isWanted(month[at]!), ...found);
      const passing = Uint8Array.from({ length: 2 ** 16 }, (_, number) => Number(isWanted(number)));
      return keepAmong(month, passing, ...found);
    },
  };
}
