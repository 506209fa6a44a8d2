import { dayOf, monthOf, yearOf } from '../domain/local-date.ts';
import type { TimelineColumns } from './columns.ts';

/** The start of a month in a list. */
export interface Anchor {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly count: number;
  /** The position in the list of the month's first photo. */
  readonly offset: number;
  /** Epoch seconds: the photos before this time are the rest of the list from here on. */
  readonly before: number;
  /** The number of photos on each day of the month, from the 1st to the last day with photos. */
  readonly days: readonly number[];
}

/**
 * The months of a list, newest first, as consecutive blocks.
 *
 * The list is sorted by absolute time, but months are in local time, so at the turn of a month a traveller's photos can
 * alternate between two months. To keep each month in one block, months only decrease along the list, and only between
 * photos of different seconds, where `before` can cut. The days of a month are blocks within it, by the same rule.
 * @param positions the list's positions in the timeline
 */
export function monthAnchors(columns: TimelineColumns, positions: Uint32Array): Anchor[] {
  const { month, monthDay, takenAt } = columns;
  const anchors: Anchor[] = [];
  let current = Infinity;
  let start = 0;
  let day = 0;
  let days: number[] = [];
  const close = (end: number): void => {
    if (end === start) return;
    const before = takenAt[positions[start]!]! + 1;
    anchors.push({ year: yearOf(current), month: monthOf(current), count: end - start, offset: start, before, days });
    days = [];
  };
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]!;
    const monthHere = month[position]!;
    if (monthHere < current) {
      const time = takenAt[position]!;
      if (i === 0 || time !== takenAt[positions[i - 1]!]) {
        close(i);
        current = monthHere;
        start = i;
        day = 31;
      }
    }
    // A photo of another month within this block counts for the block's current day.
    const dayHere = monthHere === current ? Math.max(1, dayOf(monthDay[position]!)) : day;
    if (dayHere < day) day = dayHere;
    while (days.length < day) days.push(0);
    days[day - 1]!++;
  }
  close(positions.length);
  return anchors;
}
