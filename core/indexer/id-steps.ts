import { letOthersRun } from '../threads/pause.ts';

/** Ids of photos in one step: a few milliseconds. */
const usualStep = 2000;

/**
 * Goes through the ids of all photos up to `last`, step by step. Other requests have their turn in between.
 * @param work for ids from `from` to before `to`
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
