import { letOthersRun } from '../../threads/pause.ts';

/** Rows that are read in one go: about a millisecond. */
const AT_ONCE = 500;

/** Does `work` for all ids, a few at a time, and lets others run in between. */
export async function inPieces(
  ids: readonly number[],
  signal: AbortSignal,
  work: (ids: readonly number[]) => void,
): Promise<void> {
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    work(ids.slice(first, first + AT_ONCE));
    await letOthersRun(signal);
  }
}
