import type { IdSet } from '../plugin-api/toolkit/id-set.ts';
import type { TimelineColumns } from './columns.ts';

/** The first `count` positions have passed the conditions so far. */
export type Found = [positions: Uint32Array, count: number];

/** The bits of the flags to test, and their required values. */
export interface WantedFlags {
  readonly mask: number;
  readonly wanted: number;
}

// One loop for each kind of test: a million calls through a function value, which the engine cannot inline, are slow.

/** @param wanted a table with 1 for each value of the column that passes */
export function keepAmong(
  column: TimelineColumns['place' | 'folder' | 'month' | 'monthDay' | 'camera' | 'flags'],
  wanted: Uint8Array,
  ...[positions, count]: Found
): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const position = positions[i]!;
    positions[kept] = position;
    if (wanted[column[position]!] === 1) kept++;
  }
  return kept;
}

/** Whether testing the photos one by one is faster than building a table of all values. */
export const isFew = ([, count]: Found): boolean => count < 256;

export function keepFlagged({ flags }: TimelineColumns, { mask, wanted }: WantedFlags, ...found: Found): number {
  if (isFew(found)) return keepIf((position) => (flags[position]! & mask) === wanted, ...found);
  const passing = Uint8Array.from({ length: 256 }, (_, value) => Number((value & mask) === wanted));
  return keepAmong(flags, passing, ...found);
}

export function keepOf(id: Uint32Array, photos: IdSet, ...[positions, count]: Found): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const position = positions[i]!;
    positions[kept] = position;
    if (photos.has(id[position]!)) kept++;
  }
  return kept;
}

export function keepOthers(id: Uint32Array, photos: IdSet, ...[positions, count]: Found): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const position = positions[i]!;
    positions[kept] = position;
    if (!photos.has(id[position]!)) kept++;
  }
  return kept;
}

export function keepIf(passes: (position: number) => boolean, ...[positions, count]: Found): number {
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const position = positions[i]!;
    positions[kept] = position;
    if (passes(position)) kept++;
  }
  return kept;
}
