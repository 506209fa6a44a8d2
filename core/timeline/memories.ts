import { isLeapYear, monthDay, yearOf } from '../domain/local-date.ts';
import type { TimelineColumns } from './columns.ts';
import { FAULTY } from './entry.ts';

/** The photos of one year on a day of the calendar. */
export interface MemoryYear {
  readonly year: number;
  /** Positions in the timeline, newest first. */
  readonly positions: readonly number[];
}

/**
 * The photos taken on a day of the calendar, by local date, newest year first.
 *
 * In years without 29 February, the photos of that day are shown on the 28th. Faulty pictures are left out.
 * @param positions the positions of the photos that may be shown
 * @param today the current year
 */
export function onThisDay(
  columns: TimelineColumns,
  positions: Uint32Array,
  day: { month: number; day: number },
  today: { year: number },
): MemoryYear[] {
  const wantedDay = monthDay(day.month, day.day);
  const leapDay = wantedDay === monthDay(2, 28) && !isLeapYear(today.year) ? monthDay(2, 29) : wantedDay;
  const byYear = new Map<number, number[]>();
  for (const position of positions) {
    const photoDay = columns.monthDay[position];
    if ((photoDay !== wantedDay && photoDay !== leapDay) || (columns.flags[position]! & FAULTY) !== 0) continue;
    const year = yearOf(columns.month[position]!);
    const found = byYear.get(year);
    if (found) found.push(position);
    else byYear.set(year, [position]);
  }
  return [...byYear].sort(([a], [b]) => b - a).map(([year, found]) => ({ year, positions: found }));
}
