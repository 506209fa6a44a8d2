import fc from 'fast-check';

/** Where everything random in the tests begins. The same in each run, unless TEST_SEED names another. */
const seed = Number(process.env['TEST_SEED'] ?? 8470);

fc.configureGlobal({ seed });

/** @returns numbers from 0 to 1 that look random and are the same in each run (mulberry32) */
export function seededRandom(): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
