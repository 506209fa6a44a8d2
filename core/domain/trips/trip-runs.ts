import type { EpochDay } from '../epoch-day.ts';
import { monthOfDay, type CellOfDay } from './homes.ts';
import type { KnownHomes } from './known-homes.ts';

/** Days from the first to the last, both included. */
export interface TripRun {
  readonly from: EpochDay;
  readonly to: EpochDay;
}

/**
 * Days in a row without any located photo that a trip may have, by the distance from home in kilometres: the farther,
 * the less likely a visit at home meanwhile. From 300 km, people do not come home for an evening; from 1,000 km, not
 * for a few days.
 */
const silentDays = [
  { from: 1000, days: 7 },
  { from: 300, days: 3 },
  { from: 0, days: 1 },
] as const;

/** The longest such silence of any trip: the photos of a day affect no days beyond it. */
export const longestSilence = silentDays[0].days;

/** Located photos without which a run is no trip: one or two may come from another person. */
const fewestPhotos = 3;

/** A single day is an excursion, unless one hardly comes so far and back in a day. */
const dayTripKm = 300;

/** The located photos of a day, summed up. */
export interface DayAway {
  readonly day: EpochDay;
  /** Photos taken away from home; 0: the day was spent at home. */
  readonly photos: number;
  /** Kilometres from home of the nearest of them. */
  readonly nearest: number;
  /** And of the farthest. */
  readonly farthest: number;
}

/** @param cells of any days, in the order of the days */
export function daysAway(cells: Iterable<CellOfDay>, homes: KnownHomes): DayAway[] {
  const days: DayAway[] = [];
  for (const { day, cell, photos } of cells) {
    const last = days.at(-1);
    const known = last?.day === day ? last : { day, photos: 0, nearest: Infinity, farthest: 0 };
    if (known !== last) days.push(known);
    const month = monthOfDay(day);
    if (!homes.isAway(month, cell)) continue;
    const distance = homes.distance(month, cell);
    days[days.length - 1] = {
      day,
      photos: known.photos + photos,
      nearest: Math.min(known.nearest, distance),
      farthest: Math.max(known.farthest, distance),
    };
  }
  return days;
}

/**
 * The runs of days away from home that are trips. A day with photos away belongs to a run, even if other photos of that
 * day are from home. A day with photos from home alone ends it, and so does too long a silence. A trip has a night, or
 * goes far, and has a few photos; like an overnight visitor of the statistics, and unlike an excursionist.
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

/** Whether two days away, with no located photo between them, may be of one run. */
export function goesOn(before: DayAway, after: DayAway): boolean {
  const distance = Math.min(before.nearest, after.nearest);
  const most = silentDays.find(({ from }) => distance >= from)?.days ?? 0;
  return after.day - before.day - 1 <= most;
}

function isTrip(run: readonly DayAway[]): boolean {
  const photos = run.reduce((sum, day) => sum + day.photos, 0);
  return photos >= fewestPhotos && (run.length > 1 || run.some(({ farthest }) => farthest > dayTripKm));
}
