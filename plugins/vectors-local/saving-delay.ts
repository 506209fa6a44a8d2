/** So many changed rows are saved without waiting for an idle moment. */
const manyChanges = 16_384;
/** Seconds without a change after which changes are saved, and after which saving is tried again when it failed. */
const idleTime = 3;
const retryTime = 60;
/** Seconds that a change waits at most: the vectors of photos that went are erased on disk, however busy the index is. */
const longestWait = 60;

interface Unsaved {
  readonly changes: number;
  /** Seconds since the first of them. */
  readonly waited: number;
  /** Whether saving failed the last time. */
  readonly failed: boolean;
}

/** Seconds until the next saving, unless something changes before. */
export function savingDelay({ changes, waited, failed }: Unsaved): number {
  if (failed) return retryTime;
  if (changes >= manyChanges) return 0;
  return Math.max(0, Math.min(idleTime, longestWait - waited));
}
