import type { TripRun } from './trip-runs.ts';

/** A decision about the days of a trip. */
export interface DecidedTrip extends TripRun {
  readonly id: number;
  /** Whether a decision fixes the first day, or the last day. */
  readonly startFixed: boolean;
  readonly endFixed: boolean;
  /** Whether users decided that it is not a trip. */
  readonly dismissed: boolean;
}

/** A trip after decisions were applied. */
interface TripSpan extends TripRun {
  /** The id of a decided trip; null for one that was found. */
  readonly id: number | null;
}

/**
 * The trips after decisions were applied to runs of days. A decided trip keeps its days. The days of a run outside of it
 * are added to the adjacent decided trip if its bound there is not fixed, and otherwise to no trip.
 * @param runs in order, without overlap
 * @param decided in any order
 * @returns in order, without overlap
 */
export function withDecisions(runs: readonly TripRun[], decided: readonly DecidedTrip[]): TripSpan[] {
  const spans = withoutOverlap(decided);
  const free: TripSpan[] = [];
  for (const run of runs) {
    const overlapping = spans.filter((span) => span.from <= run.to && span.to >= run.from);
    if (overlapping.length === 0) free.push({ id: null, from: run.from, to: run.to });
    for (const [at, span] of overlapping.entries()) {
      const before = overlapping[at - 1]?.to ?? run.from - 1;
      // Days of the run before this trip that the previous trip did not take.
      if (span.from > before + 1 && !span.startFixed && run.from < span.from)
        span.from = Math.max(run.from, before + 1);
      const next = overlapping[at + 1];
      const end = next ? next.from - 1 : run.to;
      if (!span.endFixed && end > span.to) span.to = end;
    }
  }
  const decidedSpans = spans.filter(({ dismissed }) => !dismissed).map(({ id, from, to }) => ({ id, from, to }));
  return [...free, ...decidedSpans].sort((a, b) => a.from - b.from);
}

/** In order; days that two of them share, after dates were corrected, belong to the earlier one. */
function withoutOverlap(decided: readonly DecidedTrip[]): { -readonly [K in keyof DecidedTrip]: DecidedTrip[K] }[] {
  let end = -Infinity;
  return [...decided]
    .sort((a, b) => a.from - b.from || a.id - b.id)
    .flatMap((trip) => {
      const from = Math.max(trip.from, end + 1);
      if (from > trip.to) return [];
      end = trip.to;
      return [{ ...trip, from }];
    });
}

/**
 * Assigns the previous ids to trips: those with the most days in common first.
 * @param before the previous trips, without decided ones
 * @returns the spans with ids; null for a new trip
 */
export function keepIds(
  spans: readonly TripSpan[],
  before: readonly (TripRun & { readonly id: number })[],
): TripSpan[] {
  const overlaps = spans
    .flatMap((span, at) =>
      span.id === null
        ? before.map((old) => ({ at, old, days: Math.min(span.to, old.to) - Math.max(span.from, old.from) + 1 }))
        : [],
    )
    .filter(({ days }) => days > 0)
    .sort((a, b) => b.days - a.days || a.old.id - b.old.id || a.at - b.at);
  const ids = new Map<number, number>();
  const usedIds = new Set<number>();
  for (const { at, old } of overlaps) {
    if (ids.has(at) || usedIds.has(old.id)) continue;
    ids.set(at, old.id);
    usedIds.add(old.id);
  }
  return spans.map((span, at) => ({ ...span, id: span.id ?? ids.get(at) ?? null }));
}
