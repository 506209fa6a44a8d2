import { standing } from '../domain/stacks/stack-cover.ts';
import type { IdSet } from '../plugin-api/toolkit/id-set.ts';
import type { TimelineColumns } from './columns.ts';
import { ARCHIVED, COVERS, GONE, HIDDEN, KIND_MASK, kindBits } from './entry.ts';
import type { Matches } from './keep.ts';

/** A table with 1 for each value of the flags with which lists show a photo; other photos are in no stack. */
const inSight = Uint8Array.from({ length: 256 }, (_, flags) => Number((flags & (ARCHIVED | HIDDEN | GONE)) === 0));

/**
 * The rank of a photo as a cover, for each value of the flags; from 256 on for favourites, from 512 on for chosen covers.
 */
const heights = Uint8Array.from({ length: 1024 }, (_, value) => {
  const kind = value & KIND_MASK;
  return standing({
    isChosen: (value & 512) !== 0,
    isFavorite: (value & 256) !== 0,
    isPicture: kind !== kindBits.raw && kind !== kindBits.video,
    hasThumbnail: (value & COVERS) !== 0,
  });
});

/** Keeps the photos without a stack, and the best cover of each stack among the positions. */
export function keepCovers(columns: TimelineColumns, favorites: IdSet, ...[positions, count]: Matches): number {
  const { id, flags, stack, takenAt } = columns;
  /** The position of the best cover so far plus one, and its rank. */
  const best = new Uint32Array(columns.lastStack + 1);
  const bestHeights = new Uint8Array(columns.lastStack + 1);
  const anyFavorites = favorites.size > 0;
  for (let i = 0; i < count; i++) {
    const position = positions[i]!;
    const value = stack[position]!;
    if (value === 0 || inSight[flags[position]!] === 0) continue;
    const favorite = anyFavorites && favorites.has(id[position]!) ? 256 : 0;
    const height = heights[flags[position]! | favorite | ((value & 1) << 9)]!;
    const at = value >>> 1;
    const before = best[at]!;
    // Positions are newest first. Among equally ranked photos the oldest wins, or the first one within the same second.
    if (before !== 0 && height <= bestHeights[at]!) {
      if (height < bestHeights[at]! || takenAt[before - 1] === takenAt[position]) continue;
    }
    best[at] = position + 1;
    bestHeights[at] = height;
  }
  let passed = 0;
  for (let i = 0; i < count; i++) {
    const position = positions[i]!;
    positions[passed] = position;
    const value = stack[position]!;
    if (value === 0 || best[value >>> 1] === position + 1 || inSight[flags[position]!] === 0) passed++;
  }
  return passed;
}

/** The number of visible photos in each stack, by stack id. @param withheld photos that are not counted */
export function countStacked(columns: TimelineColumns, withheld: IdSet): Uint32Array {
  const { id, flags, stack, length } = columns;
  const counts = new Uint32Array(columns.lastStack + 1);
  const anyWithout = withheld.size > 0;
  for (let position = 0; position < length; position++) {
    const value = stack[position]!;
    if (value === 0 || inSight[flags[position]!] === 0) continue;
    if (anyWithout && withheld.has(id[position]!)) continue;
    counts[value >>> 1]!++;
  }
  return counts;
}
