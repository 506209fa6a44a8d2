import { epochDay, type EpochDay } from '../domain/epoch-day.ts';
import { dayOf, monthOf, yearOf } from '../domain/local-date.ts';
import type { TimelineColumns } from './columns.ts';
import { COVERS, KIND_MASK, kindBits } from './entry.ts';
import { indexAt } from './index-at.ts';
import type { TripPhotos } from './trip-photos.ts';

/** Figures of the visible photos of a trip. */
export interface TripExtent {
  readonly count: number;
  readonly firstDay: EpochDay;
  readonly lastDay: EpochDay;
  /** Capture times of the oldest and the newest photo. */
  readonly start: number;
  readonly end: number;
  /** The ids of places with their numbers of photos, most first, without photos that have no place. */
  readonly places: readonly (readonly [place: number, count: number])[];
  /** The id of the cover: a photo of the trip's first place, from the middle of its time. */
  readonly cover: number;
}

/** A day of a trip. */
interface TripDay extends TripExtent {
  /** The mean position of its photos at its first place, in degrees; NaN if none has a position. */
  readonly lat: number;
  readonly lng: number;
}

/**
 * @param positions sorted positions of visible photos
 * @returns those of the trip, sorted
 */
export function visibleOfTrip(positions: Uint32Array, { start, isOfTrip }: TripPhotos): Uint32Array {
  const part = positions.subarray(indexAt(positions, start), indexAt(positions, start + isOfTrip.length));
  const ofTrip = new Uint32Array(part.length);
  let count = 0;
  for (const position of part) {
    ofTrip[count] = position;
    if (isOfTrip[position - start] === 1) count++;
  }
  return ofTrip.slice(0, count);
}

/** @param positions sorted and not empty */
export function tripExtent(columns: TimelineColumns, positions: Uint32Array): TripExtent {
  const counts = new Map<number, number>();
  let [firstDay, lastDay] = [Infinity, -Infinity];
  // Consecutive photos mostly share a place and a day, so each run is counted at once.
  let [place, run, lastMonth, lastMonthDay] = [-1, 0, -1, -1];
  for (const position of positions) {
    if (columns.place[position] !== place) {
      if (run > 0) counts.set(place, (counts.get(place) ?? 0) + run);
      [place, run] = [columns.place[position]!, 0];
    }
    run++;
    if (columns.month[position] === lastMonth && columns.monthDay[position] === lastMonthDay) continue;
    [lastMonth, lastMonthDay] = [columns.month[position]!, columns.monthDay[position]!];
    const day = dayAt(columns, position);
    if (day < firstDay) firstDay = day;
    if (day > lastDay) lastDay = day;
  }
  counts.set(place, (counts.get(place) ?? 0) + run);
  const places = [...counts].filter(([place]) => place !== 0).sort(([a, ofA], [b, ofB]) => ofB - ofA || a - b);
  return {
    count: positions.length,
    firstDay,
    lastDay,
    start: columns.takenAt[positions.at(-1)!]!,
    end: columns.takenAt[positions[0]!]!,
    places,
    cover: columns.id[coverOf(columns, positions, places[0]?.[0])]!,
  };
}

/** The days of a trip, in order. @param positions the sorted positions of its visible photos */
export function tripDays(columns: TimelineColumns, positions: Uint32Array): TripDay[] {
  const byDay = new Map<EpochDay, number[]>();
  for (const position of positions) {
    const day = dayAt(columns, position);
    const positionsOfDay = byDay.get(day);
    if (positionsOfDay) positionsOfDay.push(position);
    else byDay.set(day, [position]);
  }
  return [...byDay]
    .sort(([a], [b]) => a - b)
    .map(([, of]) => {
      const extent = tripExtent(columns, Uint32Array.from(of));
      return { ...extent, ...middleOf(columns, of, extent.places[0]?.[0]) };
    });
}

export function dayAt({ month, monthDay }: TimelineColumns, position: number): EpochDay {
  return epochDay(yearOf(month[position]!), monthOf(month[position]!), dayOf(monthDay[position]!));
}

/** The possible cover that is closest to the middle, preferably a still of the place. */
function coverOf({ flags, place }: TimelineColumns, positions: Uint32Array, tripPlace: number | undefined): number {
  const covers = (position: number): boolean => (flags[position]! & COVERS) !== 0;
  const isStill = (position: number): boolean => covers(position) && (flags[position]! & KIND_MASK) !== kindBits.video;
  const isThere = (position: number): boolean => isStill(position) && place[position] === tripPlace;
  const middle = positions.length >> 1;
  for (const fits of [isThere, isStill, covers]) {
    for (let offset = 0; offset <= middle; offset++) {
      const [before, after] = [positions[middle - offset], positions[middle + offset]];
      if (before !== undefined && fits(before)) return before;
      if (after !== undefined && fits(after)) return after;
    }
  }
  return positions[middle]!;
}

function middleOf(
  columns: TimelineColumns,
  positions: readonly number[],
  place: number | undefined,
): { lat: number; lng: number } {
  const located = positions.filter((position) => !Number.isNaN(columns.lat[position]!));
  const inPlace = located.filter((position) => place === undefined || columns.place[position] === place);
  const [first] = inPlace;
  if (first === undefined) return { lat: NaN, lng: NaN };
  const { lat, lng } = columns;
  // Relative to the first longitude, since photos on both sides of the date line have their mean on it.
  const around = (degrees: number): number => ((((degrees - lng[first]! + 180) % 360) + 360) % 360) - 180;
  const mean = (of: (position: number) => number): number =>
    inPlace.reduce((sum, position) => sum + of(position), 0) / inPlace.length;
  const middle = lng[first]! + mean((position) => around(lng[position]!));
  return { lat: mean((position) => lat[position]!), lng: ((((middle + 180) % 360) + 360) % 360) - 180 };
}
