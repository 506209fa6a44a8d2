import type { EpochDay } from '../epoch-day.ts';
import { monthOfDay, type CellOfDay } from './homes.ts';
import type { KnownHomes } from './known-homes.ts';

/** Consecutive days, both ends inclusive. */
export interface TripRun {
  readonly from: EpochDay;
  readonly to: EpochDay;
}

/**
 * The maximum number of consecutive days without a located photo within a trip, by the distance from home in kilometres:
 * the farther away, the less likely is a visit at home in between. From 300 km on, people do not return home for an
 * evening; from 1,000 km on, not for a few days.
 */
const silentDays = [
  { from: 1000, days: 7 },
  { from: 300, days: 3 },
  { from: 0, days: 1 },
] as const;

/** The longest such gap of any trip: photos of a day do not affect days beyond it. */
export const longestSilence = silentDays[0].days;

/** The minimum number of located photos of a trip: one or two may come from another person. */
const fewestPhotos = 3;

/** A single day is an excursion, unless the distance in kilometres is too large for a day trip. */
const dayTripKm = 300;

/** A summary of the located photos of a day. */
export interface DayAway {
  readonly day: EpochDay;
  /** The number of photos taken away from home; 0 means that the day was spent at home. */
  readonly photos: number;
  /** The distance of the nearest of them from home in kilometres. */
  readonly nearest: number;
  /** The same for the farthest of them. */
  readonly farthest: number;
}

/** @param cells of any days, in the order of the days */
export function daysAway(cells: Iterable<CellOfDay>, homes: KnownHomes): DayAway[] {
  const days: DayAway[] = [];
  for (const { day, cell, photos } of cells) {
    const last = days.at(-1);
    const current = last?.day === day ? last : { day, photos: 0, nearest: Infinity, farthest: 0 };
    if (current !== last) days.push(current);
    const month = monthOfDay(day);
    if (!homes.isAway(month, cell)) continue;
    const distance = homes.distance(month, cell);
    days[days.length - 1] = {
      day,
      photos: current.photos + photos,
      nearest: Math.min(current.nearest, distance),
      farthest: Math.max(current.farthest, distance),
    };
  }
  return days;
}

/**
 * The runs of days away from home that are trips. A day with photos away from home belongs to a run, even if other photos
 * of that day were taken at home. A run ends with a day on which all photos were taken at home, or with a gap that is too
 * long. A trip includes a night or a large distance, and has a minimum of photos; tourism statistics distinguish overnight
 * visitors from excursionists in the same way.
 * @param days with located photos, in order
 */
export function tripRuns(days: readonly DayAway[]): TripRun[] {
  const runs: TripRun[] = [];
  let run: DayAway[] = [];
  const close = (): void => {
    const [first, last] = [run[0], run.at(-1)];
    if (first && last && isTrip(run)) runs.push({ from: first.day, to: last.day });
    run = [];
  };
  for (const day of days) {
    const last = run.at(-1);
    if (day.photos === 0 || (last && !goesOn(last, day))) close();
    if (day.photos > 0) run.push(day);
  }
  close();
  return runs;
}

/** Whether two days away from home, with no located photo in between, may belong to one run. */
export function goesOn(before: DayAway, after: DayAway): boolean {
  const distance = Math.min(before.nearest, after.nearest);
  const maxSilence = silentDays.find(({ from }) => distance >= from)?.days ?? 0;
  return after.day - before.day - 1 <= maxSilence;
}

function isTrip(run: readonly DayAway[]): boolean {
  const photos = run.reduce((sum, day) => sum + day.photos, 0);
  return photos >= fewestPhotos && (run.length > 1 || run.some(({ farthest }) => farthest > dayTripKm));
}
