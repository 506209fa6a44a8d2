import type { TimelineColumns } from './columns.ts';
import type { Found, WantedFlags } from './keep.ts';

/** The condition of one field of a filter on a photo. */
export interface Condition {
  /** What is asked of photos. */
  readonly key: unknown;
  /**
   * The version of what was read beside the timeline. Where this and the key are the same, the same photos pass, as long as the
   * timeline does not change.
   */
  readonly version?: unknown;
  /** Bits of the flags: one scan tests them for all conditions together. */
  readonly flags?: WantedFlags;
  /** Moves the positions that pass to the front; answers how many do. */
  readonly keep?: (columns: TimelineColumns, ...found: Found) => number;
  /** Whether a photo passes may depend on other photos than itself. */
  readonly isOfSeveral?: boolean;
}

/** 1 at the place of each number. */
export function marks(numbers: readonly number[]): Uint8Array {
  const marked = new Uint8Array(numbers.reduce((largest, number) => Math.max(largest, number), 0) + 1);
  for (const number of numbers) marked[number] = 1;
  return marked;
}
