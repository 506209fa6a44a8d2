import type { Anchor } from '../../../core/http/wire.ts';

/** What is said above the first photo of a month, a day or another group. */
export interface GridLabel {
  readonly year: number;
  readonly month: number;
  /** Of the month; 0 when it is about all of the month. */
  readonly day: number;
  /** The first photo, and how many there are. */
  readonly start: number;
  readonly count: number;
  /** It is above the labels of its days, on a line of its own. */
  readonly isTitle: boolean;
}

/**
 * Which groups of a list have labels. `days`: each month, and the days of months with many photos; `sparingly`: months,
 * where they are long enough for labels to be rare; `groups`: each of them; `none`: the list is in an order of its own.
 */
export type Labelling = 'days' | 'sparingly' | 'groups' | 'none';

/** Photos of a usual month from which on a list that is not the timeline names its months. */
const longMonth = 20;
/** A month names its days from this many photos on, when its days have this many each. */
const fullMonth = 40;
const fullDay = 4;

/** The labels of a list, in its order; a month's comes before that of its first day. */
export function labelsOf(months: readonly Anchor[], labelling: Labelling): GridLabel[] {
  if (labelling === 'none') return [];
  const last = months.at(-1);
  const total = last ? last.offset + last.count : 0;
  if (labelling === 'sparingly' && total < months.length * longMonth) return [];
  const labels: GridLabel[] = [];
  for (const { year, month, count, offset, days = [] } of months) {
    const taken = days.filter((of) => of > 0).length;
    const isTitle = labelling === 'days' && count >= fullMonth && count >= taken * fullDay && taken > 0;
    labels.push({ year, month, day: 0, start: offset, count, isTitle });
    if (!isTitle) continue;
    let start = offset;
    for (let day = days.length; day >= 1; day--) {
      const count = days[day - 1] ?? 0;
      if (count > 0) labels.push({ year, month, day, start, count, isTitle: false });
      start += count;
    }
  }
  return labels;
}
