import type { EpochDay } from '../../domain/epoch-day.ts';
import { keepIds, withDecisions } from '../../domain/trips/decided-trips.ts';
import { monthOfDay } from '../../domain/trips/homes.ts';
import {
  daysAway,
  goesOn,
  longestSilence,
  tripRuns,
  type DayAway,
  type TripRun,
} from '../../domain/trips/trip-runs.ts';
import type { MonthHomes } from './month-homes.ts';
import type { TripDays } from './trip-days.ts';
import type { TripDecisions } from './trip-decisions.ts';
import type { Trips } from './trips.ts';

/** The number of days that are read at once to find the end of a run. */
const stride = 60;

const always: TripRun = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };

/**
 * Builds trips from days, homes and decisions, around the days that have changed: in a window of days that neither a run nor
 * a trip crosses. The cost depends on the size of the window and not on that of the library. Each step is done in a
 * transaction of the caller; the index contains the remaining work.
 *
 * [Note: how a trip is found] `TripDays` counts the located photos of each day in the cells of a grid. `homesOf` finds where
 * everyday life took place in the year around each month. `tripRuns` divides the days with photos away from home into runs,
 * and `withDecisions` applies decisions. `keepIds` keeps the ids of trips that still exist.
 */
export class TripBuilder {
  readonly #days: TripDays;
  readonly #homes: MonthHomes;
  readonly #trips: Trips;
  readonly #decisions: TripDecisions;

  constructor(parts: { days: TripDays; homes: MonthHomes; trips: Trips; decisions: TripDecisions }) {
    this.#days = parts.days;
    this.#homes = parts.homes;
    this.#trips = parts.trips;
    this.#decisions = parts.decisions;
  }

  /** Counts the photos of one day that has changed. @returns false if none is left */
  gatherOne(): boolean {
    const [day] = this.#days.ungathered(1);
    if (day === undefined) return false;
    const wouldTell = this.#homes.wouldTell();
    if (this.#days.gather(day)) this.#homes.markStale(monthOfDay(day));
    // If the library has no home, the same run may be a trip in a long library, though not in a short one.
    if (this.#homes.wouldTell() !== wouldTell) this.#days.markDue(always);
    return true;
  }

  /** Finds the homes of one month. @returns false if none is left */
  settleOneMonth(): boolean {
    return this.#homes.settleOne();
  }

  /** Builds the trips around the first day that is due. @returns false if none is left */
  buildNext(): boolean {
    const day = this.#days.nextDue();
    if (day === undefined) return false;
    this.buildAround({ from: day, to: day });
    return true;
  }

  /** Rebuilds the trips that may have a day in a span, or next to it. */
  buildAround(span: TripRun): void {
    const window = this.#window(span);
    for (const { id } of this.#decisions.within(window)) this.#followDates(id);
    const decided = this.#decisions.within(window);
    const decidedIds = new Set(decided.map(({ id }) => id));
    const runs = tripRuns(daysAway(this.#days.cells(window), this.#homes.known()));
    const before = this.#trips.within(window);
    const free = before.filter(({ id }) => !decidedIds.has(id) && this.#decisions.get(id) === undefined);
    const spans = keepIds(withDecisions(runs, decided), free);
    const previous = new Map(before.map((trip) => [trip.id, trip]));
    for (const trip of spans) {
      const earlier = trip.id === null ? undefined : previous.get(trip.id);
      if (earlier) previous.delete(earlier.id);
      if (earlier?.from !== trip.from || earlier.to !== trip.to) this.#trips.put(trip);
    }
    for (const id of previous.keys()) {
      const decision = this.#decisions.get(id);
      // A trip that has moved with its photos is rebuilt at its new days.
      if (!decision || decision.dismissed || decidedIds.has(id)) this.#trips.remove(id);
    }
    this.#days.settled(window);
  }

  #followDates(id: number): void {
    if (this.#decisions.followDates(id) === 0) return;
    const decision = this.#decisions.get(id);
    if (!decision) return;
    this.#days.markDayDue(decision.from);
    this.#days.markDayDue(decision.to);
  }

  /** The span, extended by all days before and after it that may be in the same trip as one of its days. */
  #window(span: TripRun): TripRun {
    let { from, to } = span;
    for (let isFirst = true; ; isFirst = false) {
      const overlapping = [...this.#trips.within({ from, to }), ...this.#decisions.within({ from, to })];
      const wider = {
        from: this.#edge(Math.min(from, ...overlapping.map((trip) => trip.from)), -1, isFirst),
        to: this.#edge(Math.max(to, ...overlapping.map((trip) => trip.to)), 1, isFirst),
      };
      if (wider.from === from && wider.to === to && !isFirst) return wider;
      ({ from, to } = wider);
    }
  }

  /**
   * The end of a run in one direction, from a day that may belong to it.
   * @param isUnknown whether nothing is known about the day itself, which may connect days beyond a gap
   */
  #edge(day: EpochDay, direction: 1 | -1, isUnknown: boolean): EpochDay {
    let edge = day;
    let last: DayAway | undefined = isUnknown ? undefined : this.#read({ from: day, to: day })[0];
    if (!isUnknown && last === undefined) return day;
    for (;;) {
      const window = direction === 1 ? { from: edge + 1, to: edge + stride } : { from: edge - stride, to: edge - 1 };
      const days = this.#read(window);
      if (direction === -1) days.reverse();
      const before = edge;
      for (const next of days) {
        const isNear = last
          ? direction === 1
            ? goesOn(last, next)
            : goesOn(next, last)
          : Math.abs(next.day - edge) <= longestSilence + 1;
        if (next.photos === 0 || !isNear) return edge;
        last = next;
        edge = next.day;
      }
      if (edge === before) return edge;
    }
  }

  #read(span: TripRun): DayAway[] {
    return daysAway(this.#days.cells(span), this.#homes.known());
  }
}
