import type { IdSet } from '../plugin-api/toolkit/id-set.ts';
import type { TimelineColumns } from './columns.ts';

/** The first `count` positions have passed the conditions so far. */
export type Matches = [positions: Uint32Array, count: number];

/** The bits of the flags to test, and their required values. */
export interface FlagTest {
  readonly mask: number;
  readonly wanted: number;
}

// One loop for each kind of test: a million calls through a function value, which the engine cannot inline, are slow.

/** @param passing a table with 1 for each value of the column that passes */
export function keepAmong(
  column: TimelineColumns['place' | 'folder' | 'month' | 'monthDay' | 'camera' | 'flags'],
  passing: Uint8Array,
  ...[positions, count]: Matches
): number {
  let passed = 0;
  for (let i = 0; i < count; i++) {
    const position = positions[i]!;
    positions[passed] = position;
    if (passing[column[position]!] === 1) passed++;
  }
  return passed;
}

/** Whether testing the photos one by one is faster than building a table of all values. */
export const isFew = ([, count]: Matches): boolean => count < 256;

export function keepFlagged({ flags }: TimelineColumns, { mask, wanted }: FlagTest, ...found: Matches): number {
  if (isFew(found)) return keepIf((position) => (flags[position]! & mask) === wanted, ...found);
  const passing = Uint8Array.from({ length: 256 }, (_, value) => Number((value & mask) === wanted));
  return keepAmong(flags, passing, ...found);
}

export function keepOf(id: Uint32Array, photos: IdSet, ...[positions, count]: Matches): number {
  let passed = 0;
  for (let i = 0; i < count; i++) {
    const position = positions[i]!;
    positions[passed] = position;
    if (photos.has(id[position]!)) passed++;
  }
  return passed;
}

export function keepOthers(id: Uint32Array, photos: IdSet, ...[positions, count]: Matches): number {
  let passed = 0;
  for (let i = 0; i < count; i++) {
    const position = positions[i]!;
    positions[passed] = position;
    if (!photos.has(id[position]!)) passed++;
  }
  return passed;
}

export function keepIf(passes: (position: number) => boolean, ...[positions, count]: Matches): number {
  let passed = 0;
  for (let i = 0; i < count; i++) {
    const position = positions[i]!;
    positions[passed] = position;
    if (passes(position)) passed++;
  }
  return passed;
}
