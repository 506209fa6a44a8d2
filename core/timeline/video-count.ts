import type { TimelineColumns } from './columns.ts';
import { KIND_MASK, kindBits } from './entry.ts';

/** The number of videos among the photos at some positions. */
export function videosAt({ flags }: TimelineColumns, positions: Uint32Array): number {
  let count = 0;
  for (const position of positions) if ((flags[position]! & KIND_MASK) === kindBits.video) count++;
  return count;
}
