import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { isLongRun } from './long-run.ts';
import { seededRandom } from './seed.ts';

/** The number of bits of a file that are flipped. */
export const flips = isLongRun ? 10_000 : 1000;

/** A flipped bit in a file. */
export interface Flip {
  /** The byte, and the bit within it, from 0 to 7. */
  readonly at: number;
  readonly bit: number;
}

/**
 * Calls `look` for each flipped bit of a file, one at a time; each is restored before the next. Includes all bits of
 * the first bytes, which random ones would not be certain to hit.
 * @param flips the number of flips
 * @param first bytes at the beginning of which all bits are flipped
 */
export function withFlippedBits(file: string, flips: number, look: (flip: Flip) => void, first = 0): void {
  const bytes = readFileSync(file);
  const handle = openSync(file, 'r+');
  try {
    for (const { at, bit } of flipsOf(bytes.length, flips, first)) {
      writeSync(handle, Buffer.of(bytes[at]! ^ (1 << bit)), 0, 1, at);
      look({ at, bit });
      writeSync(handle, bytes, at, 1, at);
    }
  } finally {
    closeSync(handle);
  }
}

/** All bits of the first bytes, then seeded random ones. */
export function flipsOf(length: number, flips: number, first = 0): Flip[] {
  const random = seededRandom();
  return Array.from({ length: flips }, (_, count) =>
    count < first * 8
      ? { at: count >> 3, bit: count & 7 }
      : { at: Math.floor(random() * length), bit: Math.floor(random() * 8) },
  );
}
