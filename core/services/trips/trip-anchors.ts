import type { TripRun } from '../../domain/trips/trip-runs.ts';
import type { Selections } from '../../timeline/selections.ts';
import { dayAt } from '../../timeline/trip-extents.ts';
import type { TripDecision } from '../../store/trips/trip-decisions.ts';

export interface AnchorSources {
  readonly selections: Selections;
}

/** The number of a trip's anchor photos: if most of them get other dates, the trip moves with them. */
const maxAnchors = 24;

/** Photos spread evenly over a trip's days, visible or not. */
export function anchorsOf(trip: TripRun, { selections }: AnchorSources): TripDecision['anchors'] {
  const days = [[trip.from, trip.to]] as const;
  return selections.find({ archived: 'with', hidden: 'with', days }).read((columns, positions) => {
    const count = Math.min(maxAnchors, positions.length);
    return Array.from({ length: count }, (_, at) => {
      const position = positions[Math.floor(((at + 0.5) * positions.length) / count)] ?? 0;
      return { photo: columns.id[position] ?? 0, day: dayAt(columns, position) };
    });
  });
}
