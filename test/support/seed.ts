import fc from 'fast-check';
import { randomNumbers } from './random-numbers.ts';

/** Where everything random in the tests begins. The same in each run, unless TEST_SEED names another. */
export const seed = Number(process.env['TEST_SEED'] ?? 8470);

fc.configureGlobal({ seed });

/** @returns numbers from 0 to 1 that look random and are the same in each run */
export const seededRandom = (): (() => number) => randomNumbers(seed);
