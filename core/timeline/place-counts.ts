import type { TimelineColumns } from './columns.ts';

/** How many photos were taken at each place, most first. */
export function countsByPlace(columns: TimelineColumns, positions: Uint32Array): { place: number; count: number }[] {
  const counts: number[] = [];
  for (const position of positions) {
    const place = columns.place[position]!;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts
    .map((count, place) => ({ place, count }))
    .filter(({ place, count }) => place !== 0 && count > 0)
    .sort((a, b) => b.count - a.count || a.place - b.place);
}
