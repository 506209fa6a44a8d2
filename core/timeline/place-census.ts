import type { TimelineColumns } from './columns.ts';
import type { PhotoFilter } from './photo-filter.ts';
import type { Selections } from './selections.ts';

/** Hidden photos are on no map and in no count; archived ones are. */
export const shownPhotos: PhotoFilter = { archived: 'with', hidden: 'without' };

/** How many photos that are not hidden were taken at each place, most first; counted anew only when photos change. */
export function placeCensus(selections: Selections): { place: number; count: number }[] {
  return selections.find(shownPhotos).derive('places', countsByPlace);
}

/** How many photos were taken at each place, most first. */
function countsByPlace(columns: TimelineColumns, positions: Uint32Array): { place: number; count: number }[] {
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
