import type { Status } from '../../../core/http/wire.ts';

/** The server's progress in indexing photos. */
export interface Reading {
  /** `photos`: photos are being read and appear one by one; `understanding`: all are there, and models analyse them. */
  readonly what: 'photos' | 'understanding';
  readonly done: number;
  readonly total: number;
  /** Whether `total` will grow, because the photo store is still being listed. */
  readonly isAtLeast: boolean;
  /** Seconds; null if unknown. */
  readonly eta: number | null;
}

/**
 * The progress to show while the server indexes; null while it does not. Photos are counted for the whole library, since
 * each run of the server only covers a part.
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

/** Whether the photo store can be reached but is not listed to its end yet: an empty library says nothing about it. */
export function isListing({ last_sync_at: listedAt, indexing, bridge }: Status): boolean {
  return (listedAt === null || indexing.counting) && bridge.reachable && bridge.loggedIn;
}

/** Whether most of the library is still to come, which deserves a message on the page beside the progress bar. */
export function isBeginning({ what, done, total, isAtLeast }: Reading): boolean {
  return what === 'photos' && (isAtLeast || done < total / 2);
}
