import type { MonthNumber } from '../local-date.ts';
import { kilometresBetween, type GridCell } from './grid-cell.ts';

/**
 * Kilometres: places at least this far from all homes are away. Tourism statistics use 50 miles (80 km) or 100 km by road,
 * which is about 50 km or more in a straight line.
 */
const awayKm = 50;

/** The homes of a library by month. */
export class KnownHomes {
  readonly #byMonth: ReadonlyMap<MonthNumber, readonly GridCell[]>;
  readonly #months: readonly MonthNumber[];
  readonly #hasNone: boolean;
  readonly #distances = new Map<MonthNumber, Map<GridCell, number>>();

  /**
   * @param byMonth the homes of months with enough photos
   * @param isTold whether the library covers enough time to show a home, if its photos were taken near one
   */
  constructor(byMonth: ReadonlyMap<MonthNumber, readonly GridCell[]>, isTold: boolean) {
    this.#byMonth = new Map([...byMonth].filter(([, homes]) => homes.length > 0));
    this.#months = [...this.#byMonth.keys()].sort((a, b) => a - b);
    this.#hasNone = this.#months.length === 0 && isTold;
  }

  /** Kilometres to the nearest home; Infinity if there is none, 0 while homes are unknown. */
  distance(month: MonthNumber, cell: GridCell): number {
    if (this.#months.length === 0) return this.#hasNone ? Infinity : 0;
    const homesMonth = this.#toldBy(month);
    let distances = this.#distances.get(homesMonth);
    if (!distances) this.#distances.set(homesMonth, (distances = new Map<GridCell, number>()));
    let distance = distances.get(cell);
    if (distance === undefined) {
      const homes = this.#byMonth.get(homesMonth) ?? [];
      distance = homes.reduce((nearest, home) => Math.min(nearest, kilometresBetween(home, cell)), Infinity);
      distances.set(cell, distance);
    }
    return distance;
  }

  isAway(month: MonthNumber, cell: GridCell): boolean {
    return this.distance(month, cell) > awayKm;
  }

  /** The month whose homes apply: the month itself, or else the last earlier one with homes, or else the first of all. */
  #toldBy(month: MonthNumber): MonthNumber {
    let low = 0;
    let high = this.#months.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#months[middle] ?? Infinity) <= month) low = middle + 1;
      else high = middle;
    }
    return this.#months[Math.max(0, low - 1)] ?? month;
  }
}
