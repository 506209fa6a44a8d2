import fc from 'fast-check';
import { randomNumbers } from './random-numbers.ts';

/** The seed of all random values in tests. It is the same in each run, unless TEST_SEED sets another one. */
export const seed = Number(process.env['TEST_SEED'] ?? 8470);

fc.configureGlobal({ seed });

/** @returns pseudo-random numbers from 0 to 1, the same in each run */
export const seededRandom = (): (() => number) => randomNumbers(seed);
