import type { Status } from '../../../core/http/wire.ts';

/** How far the server is with reading photos. */
export interface Reading {
  /** `photos`: they appear as they are read; `understanding`: all are there, and people and things are looked for. */
  readonly what: 'photos' | 'understanding';
  readonly done: number;
  readonly total: number;
  /** There will be more than `total`: the photo store is still being listed. */
  readonly isAtLeast: boolean;
  /** Seconds; null when unknown. */
  readonly eta: number | null;
}

/**
 * What there is to tell while the server reads; null while it does not. Photos count for the library as a whole, since
 * the server reads them in runs: each run knows of a part alone.
 */
export function readingOf(status: Status | null): Reading | null {
  if (!status) return null;
  const { pending, indexing, stats, bridge } = status;
  const { running, counting, rate } = indexing;
  const isReached = bridge.reachable && bridge.loggedIn;
  if (pending > 0) {
    if (!running && !(counting && isReached)) return null;
    const { done } = stats.photos;
    const eta = counting || rate === 0 ? null : Math.ceil(pending / rate);
    return { what: 'photos', done, total: done + pending, isAtLeast: counting, eta };
  }
  if (!running || indexing.total === 0) return null;
  const { done, total, eta } = indexing;
  return { what: 'understanding', done, total, isAtLeast: false, eta };
}

/** Whether most of the library is still to come: worth a word on the page, not only a bar. */
export function isBeginning({ what, done, total, isAtLeast }: Reading): boolean {
  return what === 'photos' && (isAtLeast || done < total / 2);
}
