import { letOthersRun } from '../threads/pause.ts';

/** Photo ids per step, which takes a few milliseconds. */
const usualStep = 2000;

/**
 * Processes the ids of all photos up to `last` in steps. Other requests run in between.
 * @param work called with a range of ids: `from` inclusive, `to` exclusive
 * @throws the reason of `signal`
 */
export async function inIdSteps(
  last: number,
  work: (from: number, to: number) => void | Promise<void>,
  signal: AbortSignal,
  step = usualStep,
): Promise<void> {
  for (let from = 1; from <= last; from += step) {
    await work(from, from + step);
    await letOthersRun(signal);
  }
}
