import type { Transact } from '../store/transact.ts';
import { letOthersRun } from '../threads/pause.ts';

/** Milliseconds of one piece of work; the last step in it may take longer. */
const slice = 6;

/**
 * Takes steps until none is left, a few milliseconds of them in each transaction.
 * @param step answers false when nothing is left
 */
export async function inSlices(step: () => boolean, transact: Transact, signal: AbortSignal): Promise<void> {
  let more = true;
  while (more) {
    await letOthersRun(signal);
    more = transact(() => {
      const end = performance.now() + slice;
      while (step()) if (performance.now() > end) return true;
      return false;
    });
  }
}
