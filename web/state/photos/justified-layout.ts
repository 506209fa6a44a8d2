import type { Anchor } from '../../../core/http/wire.ts';
import type { GridLabel } from './grid-labels.ts';
import { aspectOf, RowFiller } from './justified-rows.ts';
import type { FilledRows, RowMetrics } from './row-metrics.ts';
import type { ViewAnchor } from './view-anchor.ts';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A label with its position; labels never overlap. */
export interface Heading extends GridLabel, Box {}

/** A month of at least this many photos begins a new row, if at least `fillsRows` photos fill the rows before it. */
const longMonth = 40;
const fillsRows = 12;

/** Pixels between two labels on one line. */
const betweenLabels = 8;

/**
 * The position of each photo of a list, in justified rows that run across months. Above a row in which a month or a day
 * begins, there is space for labels. All aspect ratios are known before any photo is loaded, so nothing moves when photos
 * load.
 *
 * A photo is identified by its index in the list, newest first. Positions are pixels from the top left of the list. The
 * layout takes one pass over the aspect ratios: about 10 ms for a million photos.
 */
export class JustifiedLayout {
  readonly metrics: RowMetrics;
  readonly total: number;
  readonly height: number;
  readonly #months: readonly Anchor[];
  readonly #aspects: Uint8Array;
  readonly #labels: readonly GridLabel[];
  /** The first photo of each label. */
  readonly #labelStarts: Float64Array;
  /** The first photo of each month. */
  readonly #starts: Float64Array;
  /** The first photo of each row, and the total as one more entry. */
  readonly #rowStarts: Float64Array;
  /** The tops of the tiles of each row, below its labels. */
  readonly #rowTops: Float64Array;
  readonly #rowHeights: Float64Array;
  /** The height of the labels above the tiles of each row. */
  readonly #strips: Uint16Array;

  /**
   * @param aspects one byte per photo, in the server's encoding; missing ones count as usual photos
   * @param labels in the order of the list
   */
  constructor(months: readonly Anchor[], aspects: Uint8Array, metrics: RowMetrics, labels: readonly GridLabel[] = []) {
    this.metrics = metrics;
    this.#months = months;
    this.#labels = labels;
    this.#labelStarts = Float64Array.from(labels, ({ start }) => start);
    this.#starts = Float64Array.from(months, ({ offset }) => offset);
    this.total = months.reduce((sum, { count }) => sum + count, 0);
    if (aspects.length >= this.total) this.#aspects = aspects;
    else {
      this.#aspects = new Uint8Array(this.total);
      this.#aspects.set(aspects);
    }
    const { starts, heights } = this.#fill();
    this.#rowHeights = Float64Array.from(heights);
    this.#rowTops = new Float64Array(starts.length);
    this.#strips = new Uint16Array(starts.length);
    starts.push(this.total);
    this.#rowStarts = Float64Array.from(starts);
    let top = 0;
    let label = 0;
    for (let row = 0; row < heights.length; row++) {
      const end = starts[row + 1] ?? 0;
      let hasTitle = false;
      let hasLabel = false;
      for (let next = labels[label]; next && next.start < end; next = labels[++label]) {
        if (next.isTitle) hasTitle = true;
        else hasLabel = true;
      }
      const strip = (hasTitle ? metrics.title : 0) + (hasLabel ? metrics.label : 0);
      this.#strips[row] = strip;
      this.#rowTops[row] = top + strip;
      // Whole pixels, since scroll bars round positions to them.
      top += strip + Math.round(heights[row] ?? 0) + metrics.gap;
    }
    this.height = top;
  }

  /** Long months begin a row, so that a photo added to one month does not move those of others. */
  #fill(): FilledRows {
    const filler = new RowFiller(this.#aspects, this.metrics);
    let begin = 0;
    for (const { count, offset } of this.#months) {
      if (count < longMonth || offset - begin < fillsRows) continue;
      filler.add(begin, offset);
      begin = offset;
    }
    filler.add(begin, this.total);
    return filler.rows;
  }

  /** The box of a photo's tile. */
  place(index: number): Box {
    const row = this.rowOf(index);
    const { start, height, top } = this.row(row);
    const exactHeight = this.#rowHeights[row] ?? 0;
    let x = 0;
    for (let i = start; i < index; i++) x += this.#aspect(i) * exactHeight + this.metrics.gap;
    return { x, y: top, width: this.#aspect(index) * exactHeight, height };
  }

  get rows(): number {
    return this.#rowTops.length;
  }

  /** The row of a photo. */
  rowOf(index: number): number {
    return lastAtMost(this.#rowStarts, index, this.rows);
  }

  /**
   * A row: its first photo, the one after its last, the top and height of its tiles, and the height of the labels above
   * them.
   */
  row(row: number): { start: number; end: number; top: number; height: number; strip: number } {
    return {
      start: this.#rowStarts[row] ?? this.total,
      end: this.#rowStarts[row + 1] ?? this.total,
      top: this.#rowTops[row] ?? this.height,
      height: Math.round(this.#rowHeights[row] ?? 0),
      strip: this.#strips[row] ?? 0,
    };
  }

  /** The top of a photo's row, including the labels above it. */
  topOf(index: number): number {
    const { top, strip } = this.row(this.rowOf(index));
    return top - strip;
  }

  /** The first photo of the first row that extends below `y`; `total` if there is none. */
  indexAt(y: number): number {
    return this.row(this.#rowAt(y)).start;
  }

  /** The photos visible between two heights: from `first` up to, not including, `last`. */
  photosBetween(top: number, bottom: number): { first: number; last: number } {
    const first = this.#rowAt(top);
    let last = this.#rowAt(bottom);
    if (last < this.rows && this.row(last).top < bottom) last++;
    return { first: this.row(first).start, last: last <= first ? this.row(first).start : this.row(last).start };
  }

  /** The labels visible between two heights. */
  headingsBetween(top: number, bottom: number): Heading[] {
    const headings: Heading[] = [];
    const from = this.row(this.#rowAt(top)).start;
    for (let i = firstAtLeast(this.#labelStarts, from); i < this.#labels.length; i++) {
      const heading = this.#headingAt(i);
      if (!heading || heading.y >= bottom) break;
      if (heading.y + heading.height > top) headings.push(heading);
    }
    return headings;
  }

  /** The label of the smallest group that contains a photo; null if it has none. */
  labelOf(index: number): GridLabel | null {
    const last = this.#labels[lastAtMost(this.#labelStarts, index, this.#labels.length)];
    return last && index >= last.start && index < last.start + last.count ? last : null;
  }

  #headingAt(i: number): Heading | null {
    const label = this.#labels[i];
    if (!label) return null;
    const { title, label: line } = this.metrics;
    const row = this.rowOf(label.start);
    const { top, end, strip } = this.row(row);
    const { x } = this.place(label.start);
    let k = i + 1;
    while ((this.#labelStarts[k] ?? end) < end && this.#labels[k]?.isTitle !== label.isTitle) k++;
    const next = this.#labelStarts[k] ?? end;
    const right = next < end ? this.place(next).x - betweenLabels : this.metrics.width;
    const height = label.isTitle ? title : line;
    return { ...label, x, y: label.isTitle ? top - strip : top - line, width: right - x, height };
  }

  /** The month of a photo; undefined for an empty list. */
  monthOf(index: number): Anchor | undefined {
    return this.#months[lastAtMost(this.#starts, index, this.#months.length)];
  }

  /** The anchor of a view that begins at `y`. */
  anchorAt(y: number): ViewAnchor | null {
    const index = Math.min(this.indexAt(y), this.total - 1);
    const month = this.monthOf(index);
    if (!month || index < 0) return null;
    const dy = y - this.row(this.rowOf(index)).top;
    return { year: month.year, month: month.month, within: index - month.offset, dy };
  }

  /** The height at which a view shows `anchor` in its old place; if its month is gone, the next older month. */
  yOf(anchor: ViewAnchor): number {
    const wantedMonth = anchor.year * 12 + anchor.month;
    const month = this.#months.find(({ year, month }) => year * 12 + month <= wantedMonth);
    if (!month) return this.height;
    if (month.year * 12 + month.month < wantedMonth) return this.topOf(month.offset);
    const indexInMonth = Math.min(anchor.within, month.count - 1);
    return this.row(this.rowOf(month.offset + indexInMonth)).top + anchor.dy;
  }

  /** The first row that extends below `y`. The gap below a row belongs to it. */
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

/** The index of the last of the first `length` ascending numbers that is at most `target`; 0 if there is none. */
function lastAtMost(ascending: Float64Array, target: number, length: number): number {
  let low = 0;
  let high = length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((ascending[middle] ?? Infinity) <= target) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The index of the first of ascending numbers that is at least `target`; their count if there is none. */
function firstAtLeast(ascending: Float64Array, target: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}
