import type { TimelineColumns } from './columns.ts';
import type { Matches, FlagTest } from './keep.ts';

/** The condition of one field of a filter on a photo. */
export interface Condition {
  /** The requested value. */
  readonly key: unknown;
  /**
   * The version of the data outside the timeline that the condition reads. With the same key and version, the same photos
   * pass, as long as the timeline does not change.
   */
  readonly version?: unknown;
  /** Bits of the flags, which one scan tests for all conditions together. */
  readonly flags?: FlagTest;
  /** Moves the passing positions to the front, and returns their number. */
  readonly keep?: (columns: TimelineColumns, ...found: Matches) => number;
  /** Whether the result for a photo may depend on other photos. */
  readonly isOfSeveral?: boolean;
}

/** A lookup table with 1 at each of the numbers. */
export function marks(numbers: readonly number[]): Uint8Array {
  const table = new Uint8Array(numbers.reduce((largest, number) => Math.max(largest, number), 0) + 1);
  for (const number of numbers) table[number] = 1;
  return table;
}
