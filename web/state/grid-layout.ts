import type { Anchor } from '../../core/http/wire.ts';
import type { ViewAnchor } from './view-anchor.ts';

/** Lengths in CSS pixels. */
export interface GridMetrics {
  readonly columns: number;
  /** Side of a square tile. */
  readonly tile: number;
  /** Between tiles, both ways. */
  readonly gap: number;
  /** Height of a month's heading. */
  readonly heading: number;
}

export interface Heading {
  readonly year: number;
  readonly month: number;
  readonly count: number;
  readonly y: number;
}

const narrow = 600;
const mostColumns = 16;

/** How many columns a view of `width` pixels gets: more on a wider one, up to sixteen, and then larger tiles. */
export function gridMetrics(width: number): GridMetrics {
  const wished = width < narrow ? 110 : Math.max(180, width / mostColumns);
  const gap = width < narrow ? 2 : 4;
  const columns = Math.max(2, Math.round(width / wished));
  const tile = Math.max(1, Math.floor((width - gap * (columns - 1)) / columns));
  return { columns, tile, gap, heading: 56 };
}

/**
 * Where each photo of a timeline stands, known from the number of photos in each month alone: equal square tiles under
 * month headings. No photo has to be loaded for it, so nothing moves when photos load.
 *
 * A photo is named by its index in the timeline, newest first. Positions are pixels from the top left of the timeline.
 */
export class GridLayout {
  readonly metrics: GridMetrics;
  readonly total: number;
  readonly height: number;
  readonly #months: readonly Anchor[];
  /** Index of each month's first photo, and one more entry: the total. */
  readonly #starts: Float64Array;
  /** Top of each month, and one more entry: the height. */
  readonly #tops: Float64Array;

  constructor(months: readonly Anchor[], metrics: GridMetrics) {
    this.metrics = metrics;
    this.#months = months;
    this.#starts = new Float64Array(months.length + 1);
    this.#tops = new Float64Array(months.length + 1);
    let start = 0;
    let top = 0;
    months.forEach(({ count }, i) => {
      start += count;
      top += metrics.heading + Math.ceil(count / metrics.columns) * this.pitch;
      this.#starts[i + 1] = start;
      this.#tops[i + 1] = top;
    });
    this.total = start;
    this.height = top;
  }

  /** From the top of one row to the top of the next. */
  get pitch(): number {
    return this.metrics.tile + this.metrics.gap;
  }

  /** The month that a photo stands in: its first index, the index after its last, and its top. */
  monthOf(index: number): { start: number; end: number; top: number } {
    return this.#span(lastAtMost(this.#starts, index, this.#months.length));
  }

  /** Top left corner of a photo's tile. */
  place(index: number): { x: number; y: number } {
    const { start, top } = this.monthOf(index);
    const { columns, heading } = this.metrics;
    const within = index - start;
    return { x: (within % columns) * this.pitch, y: top + heading + Math.floor(within / columns) * this.pitch };
  }

  /** The first photo of the first row that reaches below `y`; `total` when there is none. */
  indexAt(y: number): number {
    if (y >= this.height) return this.total;
    const { start, end, top } = this.#span(lastAtMost(this.#tops, Math.max(0, y), this.#months.length));
    const row = Math.max(0, Math.floor((y - top - this.metrics.heading) / this.pitch));
    return Math.min(end, start + row * this.metrics.columns);
  }

  /** The photos that show between two heights: from `first` up to, not including, `last`. */
  photosBetween(top: number, bottom: number): { first: number; last: number } {
    const first = this.indexAt(top);
    const lowest = this.indexAt(bottom);
    if (lowest >= this.total) return { first, last: this.total };
    const { end } = this.monthOf(lowest);
    const reaches = this.place(lowest).y < bottom;
    return { first, last: reaches ? Math.min(end, lowest + this.metrics.columns) : lowest };
  }

  headingsBetween(top: number, bottom: number): Heading[] {
    const found: Heading[] = [];
    for (let i = lastAtMost(this.#tops, Math.max(0, top), this.#months.length); i < this.#months.length; i++) {
      const y = this.#tops[i] ?? 0;
      const month = this.#months[i];
      if (y >= bottom || !month) break;
      if (y + this.metrics.heading > top) found.push({ year: month.year, month: month.month, count: month.count, y });
    }
    return found;
  }

  /** What stands at the top of a view that begins at `y`. */
  anchorAt(y: number): ViewAnchor | null {
    const index = Math.min(this.indexAt(y), this.total - 1);
    const month = this.#months[lastAtMost(this.#starts, index, this.#months.length)];
    if (!month || index < 0) return null;
    return {
      year: month.year,
      month: month.month,
      within: index - this.monthOf(index).start,
      dy: y - this.place(index).y,
    };
  }

  /** The height at which a view begins that shows `anchor` where it was; the next older month when its own is gone. */
  yOf(anchor: ViewAnchor): number {
    const wanted = anchor.year * 12 + anchor.month;
    const i = this.#months.findIndex(({ year, month }) => year * 12 + month <= wanted);
    const month = this.#months[i];
    if (!month) return this.height;
    const { start, end, top } = this.#span(i);
    if (month.year * 12 + month.month !== wanted) return top;
    const index = Math.min(start + anchor.within, end - 1);
    return this.place(index).y + Math.max(-this.metrics.heading, Math.min(anchor.dy, this.pitch));
  }

  #span(i: number): { start: number; end: number; top: number } {
    const start = this.#starts[i] ?? 0;
    return { start, end: this.#starts[i + 1] ?? start, top: this.#tops[i] ?? 0 };
  }
}

/** The place of the last of the first `length` ascending numbers that is not above `wanted`; 0 when all are. */
function lastAtMost(ascending: Float64Array, wanted: number, length: number): number {
  let low = 0;
  let high = length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((ascending[middle] ?? Infinity) <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}
