import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { isLongRun } from './long-run.ts';
import { seededRandom } from './seed.ts';

/** So many bits of a file are flipped. */
export const flips = isLongRun ? 10_000 : 1000;

/** What is done with a file while one of its bits is another one. */
export interface Flip {
  /** The byte, and in it the bit from 0 to 7. */
  readonly at: number;
  readonly bit: number;
}

/**
 * Calls `look` once for each bit that is flipped in a file, one after the other; each is put back before the next. All bits of
 * the first bytes are among them, which no number of random ones would be certain to hit.
 * @param flips how many
 * @param first bytes at the beginning
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

/** Seeded bits of so many bytes, behind all of the first ones. */
export function flipsOf(length: number, flips: number, first = 0): Flip[] {
  const random = seededRandom();
  return Array.from({ length: flips }, (_, count) =>
    count < first * 8
      ? { at: count >> 3, bit: count & 7 }
      : { at: Math.floor(random() * length), bit: Math.floor(random() * 8) },
  );
}
