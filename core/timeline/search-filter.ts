import type { IdSet } from '../plugin-api/toolkit/id-set.ts';
import { monthOf, yearOf } from '../domain/local-date.ts';
import type { TimelineColumns } from './columns.ts';
import { KIND_MASK, kindBits } from './entry.ts';

/** Which photos a search is about; all conditions must hold. */
export interface SearchFilter {
  /** For each person that is asked for: the photos that they are on. */
  readonly people: readonly IdSet[];
  /** Null: anywhere. */
  readonly places: ReadonlySet<number> | null;
  /** By the wall clock where the photo was taken; none: any. */
  readonly years: readonly (readonly [from: number, to: number])[];
  readonly months: readonly number[];
  /** Without videos. */
  readonly still: boolean;
}

/** Those of some positions in the timeline whose photos pass, in the same order: one scan of some milliseconds a million. */
export function narrow(columns: TimelineColumns, positions: Uint32Array, filter: SearchFilter): Uint32Array {
  const { people, places, still } = filter;
  const isWanted = monthTest(filter);
  const { id, place, month, flags } = columns;
  const found = new Uint32Array(positions.length);
  let count = 0;
  for (const position of positions) {
    if (places && !places.has(place[position]!)) continue;
    if (still && (flags[position]! & KIND_MASK) === kindBits.video) continue;
    if (isWanted && !isWanted(month[position]!)) continue;
    if (!people.every((photos) => photos.has(id[position]!))) continue;
    found[count++] = position;
  }
  return found.slice(0, count);
}

/** Where some photos stand among positions of the timeline, newest first; those that are not there have no place. */
export function placesOf(columns: TimelineColumns, positions: Uint32Array, wanted: IdSet): Map<number, number> {
  const places = new Map<number, number>();
  for (const position of positions) {
    const id = columns.id[position]!;
    if (wanted.has(id)) places.set(id, position);
  }
  return places;
}

function monthTest({ years, months }: SearchFilter): ((month: number) => boolean) | null {
  if (years.length === 0 && months.length === 0) return null;
  const wantedMonths = new Set(months);
  return (month) =>
    (months.length === 0 || wantedMonths.has(monthOf(month))) &&
    (years.length === 0 || years.some(([from, to]) => yearOf(month) >= from && yearOf(month) <= to));
}
