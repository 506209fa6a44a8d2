import type { Anchor } from '../../../core/http/wire.ts';

/** The label above the first photo of a month, a day or another group. */
export interface GridLabel {
  readonly year: number;
  readonly month: number;
  /** Day of the month; 0 for a label of the whole month. */
  readonly day: number;
  /** The index of the first photo, and the number of photos. */
  readonly start: number;
  readonly count: number;
  /** Whether the label has a line of its own, above the labels of its days. */
  readonly isTitle: boolean;
}

/**
 * Which groups of a list have labels. `days`: each month, and the days of months with many photos; `sparingly`: months, if
 * they are long enough for labels to be rare; `groups`: each group; `none`: no labels, since the list has another order.
 */
export type Labelling = 'days' | 'sparingly' | 'groups' | 'none';

/** With `sparingly`, months have labels if they have at least this many photos on average. */
const longMonth = 20;
/** A month has labels for its days if it has at least `fullMonth` photos and `fullDay` per day with photos. */
const fullMonth = 40;
const fullDay = 4;

/** The labels of a list, in its order; that of a month comes before that of its first day. */
export function labelsOf(months: readonly Anchor[], labelling: Labelling): GridLabel[] {
  if (labelling === 'none') return [];
  const last = months.at(-1);
  const total = last ? last.offset + last.count : 0;
  if (labelling === 'sparingly' && total < months.length * longMonth) return [];
  const labels: GridLabel[] = [];
  for (const { year, month, count, offset, days = [] } of months) {
    const daysWithPhotos = days.filter((of) => of > 0).length;
    const isTitle =
      labelling === 'days' && count >= fullMonth && count >= daysWithPhotos * fullDay && daysWithPhotos > 0;
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
