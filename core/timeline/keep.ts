import type { IdSet } from '../plugin-api/toolkit/id-set.ts';
import type { TimelineColumns } from './columns.ts';

/** The first `count` of the positions have passed the conditions before. */
export type Found = [positions: Uint32Array, count: number];

/** Bits of the flags that are tested, and how they have to be. */
export interface WantedFlags {
  readonly mask: number;
  readonly wanted: number;
}

// One loop for each kind of test: a million calls of a function that the engine does not know beforehand take long.

/** @param wanted 1 for each value of the column that passes */
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

/** So many photos are asked one by one in less time than a table of all values takes to make. */
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
