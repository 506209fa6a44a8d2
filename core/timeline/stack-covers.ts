import { standing } from '../domain/stacks/stack-cover.ts';
import type { IdSet } from '../plugin-api/toolkit/id-set.ts';
import type { TimelineColumns } from './columns.ts';
import { ARCHIVED, COVERS, GONE, HIDDEN, KIND_MASK, kindBits } from './entry.ts';
import type { Found } from './keep.ts';

/** Photos out of sight are in no stack as long as they are. */
const outOfSight = ARCHIVED | HIDDEN | GONE;

/** The id of the stack in which a photo is in sight; 0 for none. */
export const stackAt = ({ stack, flags }: TimelineColumns, position: number): number =>
  (flags[position]! & outOfSight) === 0 ? stack[position]! >>> 1 : 0;

/** Keeps the photos that are in no stack, and of each stack the one that stands best for those that are among the positions. */
export function keepCovers(columns: TimelineColumns, favorites: IdSet, ...[positions, count]: Found): number {
  const { id, flags, stack, takenAt } = columns;
  /** One more than the position of the best so far, and how well it stands. */
  const best = new Uint32Array(columns.lastStack + 1);
  const heights = new Uint8Array(columns.lastStack + 1);
  for (let i = 0; i < count; i++) {
    const position = positions[i]!;
    const at = stackAt(columns, position);
    if (at === 0) continue;
    const kind = flags[position]! & KIND_MASK;
    const height = standing({
      isChosen: (stack[position]! & 1) === 1,
      isFavorite: favorites.has(id[position]!),
      isPicture: kind !== kindBits.raw && kind !== kindBits.video,
      hasThumbnail: (flags[position]! & COVERS) !== 0,
    });
    // Newest first: of equals, the last one met was taken first, but for those of one second.
    const before = best[at]! - 1;
    const isOfSameSecond = before >= 0 && takenAt[before] === takenAt[position];
    if (before >= 0 && (height < heights[at]! || (height === heights[at] && isOfSameSecond))) continue;
    best[at] = position + 1;
    heights[at] = height;
  }
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const position = positions[i]!;
    positions[kept] = position;
    const at = stackAt(columns, position);
    if (at === 0 || best[at] === position + 1) kept++;
  }
  return kept;
}
