import type { Audience } from '../domain/viewer-scope.ts';
import type { TimelineColumns } from './columns.ts';
import type { PhotoFilter } from './photo-filter.ts';
import type { Selections } from './selections.ts';

/** The photos of maps and counts: archived ones too, hidden ones only on request, and none that the audience may not see. */
export const shownTo = (audience: Audience, withHidden = false): PhotoFilter => ({
  archived: 'with',
  hidden: withHidden ? 'with' : 'without',
  withheldFrom: audience,
});

/** The number of visible photos taken at each place, most photos first; recounted only when photos change. */
export function placeCensus(
  selections: Selections,
  audience: Audience,
  withHidden = false,
): { place: number; count: number }[] {
  const counts = placeCounts(selections, audience, withHidden);
  return selections.find(shownTo(audience, withHidden)).derive('places', () =>
    Array.from(counts, (count, place) => ({ place, count }))
      .filter(({ place, count }) => place !== 0 && count > 0)
      .sort((a, b) => b.count - a.count || a.place - b.place),
  );
}

/** The same counts indexed by place id, unsorted, which is cheaper. Index 0 counts the photos without a place. */
export function placeCounts(selections: Selections, audience: Audience, withHidden = false): Uint32Array {
  return selections.find(shownTo(audience, withHidden)).derive('counts of places', countsByPlace);
}

const countsByPlace = ({ place }: TimelineColumns, positions: Uint32Array): Uint32Array => countsOf(place, positions);

/** Counts how often each number of a column occurs. Uses one typed array: a million photos take some four milliseconds. */
export function countsOf(column: Uint8Array | Uint16Array | Uint32Array, positions: Uint32Array): Uint32Array {
  let counts = new Uint32Array(1024);
  for (const position of positions) {
    const value = column[position]!;
    if (value >= counts.length) {
      const larger = new Uint32Array(2 * value);
      larger.set(counts);
      counts = larger;
    }
    counts[value]!++;
  }
  return counts;
}
