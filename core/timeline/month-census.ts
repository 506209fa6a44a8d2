import type { Audience } from '../domain/viewer-scope.ts';
import { monthOf, yearOf } from '../domain/local-date.ts';
import type { TimelineColumns } from './columns.ts';
import { countsOf, shownTo } from './place-census.ts';
import type { Selections } from './selections.ts';

export interface MonthCount {
  readonly year: number;
  /** 1 to 12; null for the whole year. */
  readonly month: number | null;
  readonly count: number;
}

/** The years and months in which visible photos were taken, by local date, newest first. */
export function monthCensus(selections: Selections, audience: Audience, withHidden: boolean): MonthCount[] {
  return selections.find(shownTo(audience, withHidden)).derive('months', countsByMonth);
}

function countsByMonth({ month }: TimelineColumns, positions: Uint32Array): MonthCount[] {
  const years = new Map<number, number>();
  const months: MonthCount[] = [];
  for (const [number, count] of countsOf(month, positions).entries()) {
    if (count === 0) continue;
    months.push({ year: yearOf(number), month: monthOf(number), count });
    years.set(yearOf(number), (years.get(yearOf(number)) ?? 0) + count);
  }
  const wholeYears = Array.from(years, ([year, count]) => ({ year, month: null, count }));
  return [...wholeYears, ...months].reverse();
}
