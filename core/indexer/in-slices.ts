import type { Transact } from '../store/transact.ts';
import { letOthersRun } from '../threads/pause.ts';

/** Milliseconds per transaction; the last step in it may exceed them. */
const slice = 6;

/**
 * Runs steps until none is left, in transactions of a few milliseconds.
 * @param step returns false if nothing is left
 * @param committed called after each transaction, before the next one begins
 */
export async function inSlices(
  step: () => boolean,
  transact: Transact,
  signal: AbortSignal,
  committed: () => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  let hasMore = true;
  while (hasMore) {
    await letOthersRun(signal);
    hasMore = transact(() => {
      const end = performance.now() + slice;
      while (step()) if (performance.now() > end) return true;
      return false;
    });
    await committed();
  }
}
