import type { PhotoQuery } from './photo-filter.ts';
import { countsByPlace } from './place-counts.ts';
import type { Selections } from './selections.ts';
import type { Timeline } from './timeline.ts';

/** Hidden photos are on no map and in no count; archived ones are. */
export const shownPhotos: PhotoQuery = { archived: 'with', hidden: 'without' };

/** How many photos that are not hidden were taken at each place, most first; counted anew only when photos change. */
export function placeCensus({
  timeline,
  selections,
}: {
  timeline: Timeline;
  selections: Selections;
}): { place: number; count: number }[] {
  const selection = selections.find(shownPhotos);
  return selection.derive('places', () => countsByPlace(timeline.columns, selection.positions));
}
