import type { Anchor } from '../../../core/http/wire.ts';
import { aspectOf, Rows, type RowMetrics } from './justified-rows.ts';
import type { ViewAnchor } from './view-anchor.ts';

export interface Heading {
  readonly year: number;
  readonly month: number;
  readonly count: number;
  readonly y: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Where each photo of a list stands: rows of one height each, filled to both edges, under month headings. All shapes are
 * known before any photo is loaded, so nothing moves when photos load.
 *
 * A photo is named by its index in the list, newest first. Positions are pixels from the top left of the list. The work
 * is one pass over the shapes: about 10 ms for a million photos.
 */
export class JustifiedLayout {
  readonly metrics: RowMetrics;
  readonly total: number;
  readonly height: number;
  readonly #months: readonly Anchor[];
  readonly #aspects: Uint8Array;
  /** Index of each month's first photo, and one more entry: the total. */
  readonly #starts: Float64Array;
  /** Top of each month, and one more entry: the height. */
  readonly #tops: Float64Array;
  /** Of each month its first row, and one more entry: the number of rows. */
  readonly #monthRows: Float64Array;
  /** Of each row its first photo, and one more entry: the total. */
  readonly #rowStarts: Float64Array;
  readonly #rowTops: Float64Array;
  /** Not rounded: the widths that fill a row follow from it. */
  readonly #rowHeights: Float64Array;

  /** @param aspects one byte a photo, as the server tells them; missing ones are taken for usual photos */
  constructor(months: readonly Anchor[], aspects: Uint8Array, metrics: RowMetrics) {
    this.metrics = metrics;
    this.#months = months;
    this.#starts = new Float64Array(months.length + 1);
    this.#tops = new Float64Array(months.length + 1);
    this.#monthRows = new Float64Array(months.length + 1);
    this.total = months.reduce((sum, { count }) => sum + count, 0);
    if (aspects.length >= this.total) this.#aspects = aspects;
    else {
      this.#aspects = new Uint8Array(this.total);
      this.#aspects.set(aspects);
    }
    const rows = new Rows(this.#aspects, metrics);
    let start = 0;
    let top = 0;
    months.forEach(({ count }, i) => {
      top = rows.add(start, start + count, top + metrics.heading);
      start += count;
      this.#starts[i + 1] = start;
      this.#tops[i + 1] = top;
      this.#monthRows[i + 1] = rows.count;
    });
    this.height = top;
    this.#rowStarts = Float64Array.from([...rows.starts, this.total]);
    this.#rowTops = Float64Array.from(rows.tops);
    this.#rowHeights = Float64Array.from(rows.heights);
  }

  /** The place of a photo's tile. */
  place(index: number): Box {
    const row = this.rowOf(index);
    const { start, height, top } = this.row(row);
    const exact = this.#rowHeights[row] ?? 0;
    let x = 0;
    for (let i = start; i < index; i++) x += this.#aspect(i) * exact + this.metrics.gap;
    return { x, y: top, width: this.#aspect(index) * exact, height };
  }

  get rows(): number {
    return this.#rowTops.length;
  }

  /** Which row a photo stands in. */
  rowOf(index: number): number {
    return lastAtMost(this.#rowStarts, index, this.rows);
  }

  /** Of a row its first photo, the one after its last, its top and its height. */
  row(row: number): { start: number; end: number; top: number; height: number } {
    return {
      start: this.#rowStarts[row] ?? this.total,
      end: this.#rowStarts[row + 1] ?? this.total,
      top: this.#rowTops[row] ?? this.height,
      height: Math.round(this.#rowHeights[row] ?? 0),
    };
  }

  /** The first photo of the first row that reaches below `y`; `total` when there is none. */
  indexAt(y: number): number {
    return this.row(this.#rowAt(y)).start;
  }

  /** The photos that show between two heights: from `first` up to, not including, `last`. */
  photosBetween(top: number, bottom: number): { first: number; last: number } {
    const first = this.#rowAt(top);
    let last = this.#rowAt(bottom);
    if (last < this.rows && this.row(last).top < bottom) last++;
    return { first: this.row(first).start, last: last <= first ? this.row(first).start : this.row(last).start };
  }

  headingsBetween(top: number, bottom: number): Heading[] {
    const { heading } = this.metrics;
    const found: Heading[] = [];
    if (heading === 0) return found;
    for (let i = lastAtMost(this.#tops, Math.max(0, top), this.#months.length); i < this.#months.length; i++) {
      const y = this.#tops[i] ?? 0;
      const month = this.#months[i];
      if (y >= bottom || !month) break;
      if (y + heading > top) found.push({ year: month.year, month: month.month, count: month.count, y });
    }
    return found;
  }

  /** The month that a photo stands in: its first index and the index after its last. */
  monthOf(index: number): { start: number; end: number } {
    const i = lastAtMost(this.#starts, index, this.#months.length);
    return { start: this.#starts[i] ?? 0, end: this.#starts[i + 1] ?? 0 };
  }

  /** What stands at the top of a view that begins at `y`. */
  anchorAt(y: number): ViewAnchor | null {
    const index = Math.min(this.indexAt(y), this.total - 1);
    const month = this.#months[lastAtMost(this.#starts, index, this.#months.length)];
    if (!month || index < 0) return null;
    const { start } = this.monthOf(index);
    return { year: month.year, month: month.month, within: index - start, dy: y - this.row(this.rowOf(index)).top };
  }

  /** The height at which a view begins that shows `anchor` where it was; the next older month when its own is gone. */
  yOf(anchor: ViewAnchor): number {
    const wanted = anchor.year * 12 + anchor.month;
    const i = this.#months.findIndex(({ year, month }) => year * 12 + month <= wanted);
    const month = this.#months[i];
    if (!month) return this.height;
    if (month.year * 12 + month.month < wanted) return this.#tops[i] ?? 0;
    const start = this.#starts[i] ?? 0;
    const within = Math.min(anchor.within, month.count - 1);
    return this.row(this.rowOf(start + within)).top + anchor.dy;
  }

  /** The first row that reaches below `y`. A row counts with the gap below it. */
  #rowAt(y: number): number {
    if (y >= this.height) return this.rows;
    const row = lastAtMost(this.#rowTops, y, this.rows);
    const { top, height } = this.row(row);
    return top <= y && y >= top + height + this.metrics.gap ? row + 1 : row;
  }

  #aspect(index: number): number {
    return aspectOf(this.#aspects[index]);
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
