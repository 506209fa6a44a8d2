import { dateOf, type EpochDay } from '../epoch-day.ts';
import { monthNumber, type MonthNumber } from '../local-date.ts';
import { kilometresBetween, type GridCell } from './grid-cell.ts';

/** How many located photos a day has in a cell. */
export interface CellOfDay {
  readonly day: EpochDay;
  readonly cell: GridCell;
  readonly photos: number;
}

/** Months before and after a month whose photos tell where its home was: a year around it. */
export const monthsAround = 6;
/** Cells this near to each other are one place: a town and its outskirts. */
const placeKm = 15;
/** Weeks, in as many different months, in which a place must have photos to be a home at all. */
const fewestWeeks = 4;
/** A place with this part of the weeks of the first home is a home as well. */
const shareOfFirst = 1 / 4;
/** The busiest cells, which alone may be the middle of a home. */
const mostCandidates = 60;

/**
 * The homes of a month: cells where everyday life takes place, the main one first.
 *
 * Weeks are counted, not photos or days: a fortnight's holiday with 2,000 photos has three weeks, a home has fifty. A
 * place counts if it has photos in at least 4 weeks of 4 different months of the year around the month, so a long
 * holiday in one place is none. Tourism statistics (UN, International Recommendations for Tourism Statistics 2008, 2.21
 * and following) call it the usual environment: the home, the place of work, a second home, and other places of regular
 * visits. So each place with a quarter of the weeks of the main one is a home as well. The year is centred on the
 * month, so people who move have both homes for three and a half months before and after.
 * @param cells of the days from `monthsAround` months before the month to as many after it, in any order
 * @returns empty if the photos do not tell
 */
export function homesOf(cells: readonly CellOfDay[]): GridCell[] {
  const weeks = new Map<GridCell, Map<number, MonthNumber>>();
  for (const { day, cell } of cells) {
    const known = weeks.get(cell) ?? new Map<number, MonthNumber>();
    if (known.size === 0) weeks.set(cell, known);
    // Days since a Thursday: weeks begin on Mondays.
    known.set(Math.floor((day + 3) / 7), monthOfDay(day));
  }
  const candidates = [...weeks]
    .sort(([a, ofA], [b, ofB]) => ofB.size - ofA.size || a - b)
    .slice(0, mostCandidates)
    .map(([cell]) => {
      const near = [...weeks].filter(([other]) => kilometresBetween(cell, other) <= placeKm);
      const there = new Map(near.flatMap(([, ofCell]) => [...ofCell]));
      return { cell, weeks: there.size, months: new Set(there.values()).size };
    })
    .filter(({ weeks: count, months }) => count >= fewestWeeks && months >= fewestWeeks)
    .sort((a, b) => b.weeks - a.weeks || a.cell - b.cell);
  const homes: GridCell[] = [];
  for (const { cell, weeks: count } of candidates) {
    if (count < (candidates[0]?.weeks ?? 0) * shareOfFirst) break;
    if (homes.every((home) => kilometresBetween(home, cell) > placeKm)) homes.push(cell);
  }
  return homes;
}

export function monthOfDay(day: EpochDay): MonthNumber {
  const { year, month } = dateOf(day);
  return monthNumber(year, month);
}
