import type { Heading, JustifiedLayout } from './justified-layout.ts';
import type { ViewAnchor } from './view-anchor.ts';

/** With three nodes per tile, this keeps the page under two thousand nodes. */
const maxTiles = 520;

/** What to draw, in pixels. */
export interface GridFrame {
  /** The height of the scrolling element. */
  readonly elementHeight: number;
  /** To be added to a position in the timeline to get the position in the element. */
  readonly shift: number;
  /** The photos to draw: from `first` up to, not including, `last`. */
  readonly first: number;
  readonly last: number;
  readonly headings: readonly Heading[];
  /** The month at the top of the view; null without photos, and for a list that is not in order of time. */
  readonly month: Pick<ViewAnchor, 'year' | 'month'> | null;
  /** Whether a visible label names that month, or one of its days. */
  readonly isMonthSaid: boolean;
  /** The photo that the rail moved to; null after further scrolling. */
  readonly led: number | null;
  /** Where to put the scroll bar; `order` is incremented for each new request. */
  readonly scrollTo: { readonly top: number; readonly order: number };
}

/** The frame of a list before its first layout. */
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

/** Whether nothing needs to be drawn again. */
export function sameFrame(a: GridFrame, b: GridFrame): boolean {
  return (
    a.elementHeight === b.elementHeight &&
    // Scroll positions may be fractions, and sums of them are inexact.
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

/** The month at the top of the view, and whether a visible label names it. */
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

/** How far above and below the view tiles are drawn, so that they are there when the wheel scrolls. */
export function spareHeight(layout: JustifiedLayout, top: number, height: number): number {
  for (let spare = height; spare > 1; spare /= 2) {
    const { first, last } = layout.photosBetween(top - spare, top + height + spare);
    if (last - first <= maxTiles) return spare;
  }
  return 0;
}
