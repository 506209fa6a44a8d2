import { dateOf, type EpochDay } from '../epoch-day.ts';
import { monthNumber, type MonthNumber } from '../local-date.ts';
import { kilometresBetween, type GridCell } from './grid-cell.ts';

/** The number of photos with a position in a cell on one day. */
export interface CellOfDay {
  readonly day: EpochDay;
  readonly cell: GridCell;
  readonly photos: number;
}

/** The number of months before and after a month whose photos determine its home: a year in total. */
export const monthsAround = 6;
/** Cells within this distance are one place: a town and its outskirts. */
const placeKm = 15;
/** The minimum number of weeks, in as many different months, in which a home must have photos. */
const fewestWeeks = 4;
/** A place with this share of the weeks of the main home is also a home. */
const shareOfFirst = 1 / 4;
/** Only this many cells with the most photos can be the centre of a home. */
const maxCandidates = 60;

/**
 * The homes of a month: cells of everyday life, the main one first.
 *
 * Weeks are counted instead of photos or days: a fortnight's holiday with 2,000 photos has three weeks, a home has fifty. A
 * place counts if it has photos in at least 4 weeks of 4 different months of the year around the month, so a single long
 * holiday does not count. Tourism statistics (UN, International Recommendations for Tourism Statistics 2008, 2.21 and
 * following) define the usual environment in this way: the home, the place of work, a second home, and other places of
 * regular visits. So each place with a quarter of the weeks of the main one is also a home. The year is centred on the
 * month, so after a move, both homes count for three and a half months before and after it.
 * @param cells of the days from `monthsAround` months before the month to as many after it, in any order
 * @returns empty if there are too few photos
 */
export function homesOf(cells: readonly CellOfDay[]): GridCell[] {
  const weeks = new Map<GridCell, Map<number, MonthNumber>>();
  for (const { day, cell } of cells) {
    const weeksOfCell = weeks.get(cell) ?? new Map<number, MonthNumber>();
    if (weeksOfCell.size === 0) weeks.set(cell, weeksOfCell);
    // Counted from a Thursday, so that weeks begin on Mondays.
    weeksOfCell.set(Math.floor((day + 3) / 7), monthOfDay(day));
  }
  const candidates = [...weeks]
    .sort(([a, ofA], [b, ofB]) => ofB.size - ofA.size || a - b)
    .slice(0, maxCandidates)
    .map(([cell]) => {
      const near = [...weeks].filter(([other]) => kilometresBetween(cell, other) <= placeKm);
      const monthOfWeek = new Map(near.flatMap(([, ofCell]) => [...ofCell]));
      return { cell, weeks: monthOfWeek.size, months: new Set(monthOfWeek.values()).size };
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
