import type { Heading, JustifiedLayout } from './justified-layout.ts';
import type { ViewAnchor } from './view-anchor.ts';

/** With three nodes to a tile this keeps the page under two thousand nodes. */
const mostTiles = 520;

/** What is to be drawn, in pixels. */
export interface GridFrame {
  /** Height of the element that scrolls. */
  readonly elementHeight: number;
  /** To be added to a position in the timeline to get the one in the element. */
  readonly shift: number;
  /** The photos to be drawn: from `first` up to, not including, `last`. */
  readonly first: number;
  readonly last: number;
  readonly headings: readonly Heading[];
  /** The month at the top of the view; null without photos, and in a list that is not in the order of time. */
  readonly month: Pick<ViewAnchor, 'year' | 'month'> | null;
  /** A label that shows names that month, or one of its days. */
  readonly isMonthSaid: boolean;
  /** The photo that the rail led to; null when one has scrolled on since. */
  readonly led: number | null;
  /** Where the scroll bar is to be put; `order` counts up with each such wish. */
  readonly scrollTo: { readonly top: number; readonly order: number };
}

/** The frame of a list that nobody has laid out yet. */
export const emptyFrame: GridFrame = {
  elementHeight: 0,
  shift: 0,
  first: 0,
  last: 0,
  headings: [],
  month: null,
  isMonthSaid: false,
  led: null,
  scrollTo: { top: 0, order: 0 },
};

/** Whether there is nothing to draw anew. */
export function sameFrame(a: GridFrame, b: GridFrame): boolean {
  return (
    a.elementHeight === b.elementHeight &&
    // Positions of a browser are not whole numbers, and sums of them are not exact.
    Math.abs(a.shift - b.shift) < 0.01 &&
    a.first === b.first &&
    a.last === b.last &&
    a.scrollTo === b.scrollTo &&
    a.led === b.led &&
    a.month?.year === b.month?.year &&
    a.month?.month === b.month?.month &&
    a.isMonthSaid === b.isMonthSaid &&
    a.headings.length === b.headings.length &&
    a.headings.every(({ y, count }, i) => y === b.headings[i]?.y && count === b.headings[i].count)
  );
}

/** The month that the view begins with, and whether a label in it says so already. */
export function monthAtTop(
  month: GridFrame['month'] | undefined,
  labels: readonly Heading[],
  top: number,
  bottom: number,
): Pick<GridFrame, 'month' | 'isMonthSaid'> {
  if (!month) return { month: null, isMonthSaid: false };
  const isMonthSaid = labels.some(
    ({ year, month: of, y, height }) => year === month.year && of === month.month && y + height > top && y < bottom,
  );
  return { month, isMonthSaid };
}

/** How far above and below a view tiles are drawn, so that a step of the wheel finds them there. */
export function spareHeight(layout: JustifiedLayout, top: number, height: number): number {
  for (let spare = height; spare > 1; spare /= 2) {
    const { first, last } = layout.photosBetween(top - spare, top + height + spare);
    if (last - first <= mostTiles) return spare;
  }
  return 0;
}
