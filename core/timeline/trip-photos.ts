import { epochDay } from '../domain/epoch-day.ts';
import { dayOf, monthOf, yearOf } from '../domain/local-date.ts';
import { cellOf } from '../domain/trips/grid-cell.ts';
import type { KnownHomes } from '../domain/trips/known-homes.ts';
import type { TripRun } from '../domain/trips/trip-runs.ts';
import type { TimelineColumns } from './columns.ts';
import { GONE, HIDDEN } from './entry.ts';

/** The days of a trip, and whether a user fixed its ends. */
export interface TripDaysRequest extends TripRun {
  readonly startFixed: boolean;
  readonly endFixed: boolean;
}

/** Marks the photos of a trip within a part of the timeline. */
export interface TripPhotos {
  /** The position of the first photo of the part. */
  readonly start: number;
  /** 1 for each photo of the trip. */
  readonly isOfTrip: Uint8Array;
}

const [elsewhen, away, home, unknown] = [0, 1, 2, 3] as const;
const daySeconds = 86_400;

/**
 * The photos of a trip: those taken on its days away from home. A photo without a position belongs to the trip if it lies
 * between two that do, unless it has a place that the trip did not visit. All photos of days that a user added at an end of
 * the trip belong to it. So do all photos of a trip without any photo away from home, since only a user can have made such a
 * trip. Hidden photos do not affect other photos.
 */
export function tripPhotos(columns: TimelineColumns, trip: TripDaysRequest, homes: KnownHomes): TripPhotos {
  // Wall clocks differ by at most a day; see local-date.ts.
  const start = columns.firstBefore((trip.to + 2) * daySeconds);
  const end = columns.firstBefore((trip.from - 1) * daySeconds);
  const days = new Int32Array(end - start);
  const kinds = new Uint8Array(end - start);
  const awayExtent = sorted(columns, trip, homes, { start, days, kinds });
  const isOfTrip = new Uint8Array(end - start);
  // Newest first, so earlier positions are later in time.
  let later: number = elsewhen;
  const undecided: number[] = [];
  for (let i = 0; i < kinds.length; i++) {
    const kind = kinds[i]!;
    if (kind === elsewhen) continue;
    const day = days[i]!;
    const isAdded =
      awayExtent.first > awayExtent.last ||
      (trip.startFixed && day < awayExtent.first) ||
      (trip.endFixed && day > awayExtent.last);
    if (isAdded || kind === away) isOfTrip[i] = 1;
    const flags = columns.flags[start + i]!;
    if (kind === unknown) {
      const place = columns.place[start + i]!;
      if (later === away && (place === 0 || awayExtent.places.has(place))) undecided.push(i);
    } else if ((flags & HIDDEN) === 0) {
      if (kind === away) for (const index of undecided) isOfTrip[index] = 1;
      undecided.length = 0;
      later = kind;
    }
  }
  return { start, isOfTrip };
}

/**
 * Classifies the photos of a trip's days by where they were taken.
 * @returns the days and the places of those away from home
 */
function sorted(
  columns: TimelineColumns,
  trip: TripRun,
  homes: KnownHomes,
  into: { start: number; days: Int32Array; kinds: Uint8Array },
): { first: number; last: number; places: Set<number> } {
  const { month, monthDay, lat, lng, flags, place } = columns;
  const { start, days, kinds } = into;
  const places = new Set<number>();
  let [first, last] = [Infinity, -Infinity];
  let [lastMonth, lastDay, day] = [-1, -1, 0];
  // Consecutive photos were mostly taken at the same place.
  let [testedMonth, testedCell, isAway] = [-1, -1, false];
  for (let i = 0; i < kinds.length; i++) {
    const at = start + i;
    if ((flags[at]! & GONE) !== 0) continue;
    if (month[at] !== lastMonth || monthDay[at] !== lastDay) {
      [lastMonth, lastDay] = [month[at]!, monthDay[at]!];
      day = epochDay(yearOf(lastMonth), monthOf(lastMonth), dayOf(lastDay));
    }
    if (day < trip.from || day > trip.to) continue;
    days[i] = day;
    if (Number.isNaN(lat[at])) kinds[i] = unknown;
    else {
      const cell = cellOf(lat[at]!, lng[at]!);
      if (cell !== testedCell || lastMonth !== testedMonth) {
        [testedMonth, testedCell] = [lastMonth, cell];
        isAway = homes.isAway(lastMonth, cell);
      }
      if (!isAway) {
        kinds[i] = home;
        continue;
      }
      kinds[i] = away;
      if ((flags[at]! & HIDDEN) !== 0) continue;
      places.add(place[at]!);
      first = Math.min(first, day);
      last = Math.max(last, day);
    }
  }
  return { first, last, places };
}
