import type { TripRun } from './trip-runs.ts';

/** What people decided of a trip's days. */
export interface DecidedTrip extends TripRun {
  readonly id: number;
  /** Whether they said that it begins, or ends, on that day, and not before or after. */
  readonly startFixed: boolean;
  readonly endFixed: boolean;
  /** They said that it is no trip. */
  readonly dismissed: boolean;
}

/** A trip as it is in the end. */
interface TripSpan extends TripRun {
  /** Of a decided trip; null where the photos alone make it one. */
  readonly id: number | null;
}

/**
 * The trips that runs of days make once people have decided. A decided trip keeps its days. What of a run lies outside of
 * them belongs to the decided trip beside it, where its bound was left open, and to no trip where it was not.
 * @param runs in order, without overlap
 * @param decided in any order
 * @returns in order, without overlap
 */
export function withDecisions(runs: readonly TripRun[], decided: readonly DecidedTrip[]): TripSpan[] {
  const spans = apart(decided);
  const free: TripSpan[] = [];
  for (const run of runs) {
    const met = spans.filter((span) => span.from <= run.to && span.to >= run.from);
    if (met.length === 0) free.push({ id: null, from: run.from, to: run.to });
    for (const [at, span] of met.entries()) {
      const before = met[at - 1]?.to ?? run.from - 1;
      // What is left before it, which the one before it did not take.
      if (span.from > before + 1 && !span.startFixed && run.from < span.from)
        span.from = Math.max(run.from, before + 1);
      const next = met[at + 1];
      const end = next ? next.from - 1 : run.to;
      if (!span.endFixed && end > span.to) span.to = end;
    }
  }
  const kept = spans.filter(({ dismissed }) => !dismissed).map(({ id, from, to }) => ({ id, from, to }));
  return [...free, ...kept].sort((a, b) => a.from - b.from);
}

/** In order; where two have the same days, after dates were set right, they are of the earlier one. */
function apart(decided: readonly DecidedTrip[]): { -readonly [K in keyof DecidedTrip]: DecidedTrip[K] }[] {
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
 * Gives trips the ids that they had: those with the most days in common first.
 * @param before trips as they were, without decided ones
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
  const given = new Set<number>();
  for (const { at, old } of overlaps) {
    if (ids.has(at) || given.has(old.id)) continue;
    ids.set(at, old.id);
    given.add(old.id);
  }
  return spans.map((span, at) => ({ ...span, id: span.id ?? ids.get(at) ?? null }));
}
