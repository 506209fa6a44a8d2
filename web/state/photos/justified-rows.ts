import type { FilledRows, RowMetrics } from './row-metrics.ts';
import { fillTail } from './tail-rows.ts';

/** Photos that are much narrower or wider than others are cut, in the row alone, so that none is a line. */
const narrowest = 0.5;
const widest = 3;
/** The shape of a photo whose size is not known. */
const usual = 4 / 3;

/** Of each of the 256 bytes that the server tells shapes with. */
const aspects = Float64Array.from({ length: 256 }, (_, byte) =>
  byte === 0 ? usual : Math.min(widest, Math.max(narrowest, 2 ** ((byte - 128) / 32))),
);

/** Width divided by height. @param byte as the server tells shapes; none for a photo that it has not told of */
export function aspectOf(byte = 0): number {
  return aspects[byte] ?? usual;
}

/** The last rows, which are filled together, so that none of them is left half empty. */
const tailRows = 4;

/** Fills rows photo by photo, in one pass, and the last few before each break together. */
export class RowFiller {
  readonly #shapes: Uint8Array;
  readonly #metrics: RowMetrics;
  readonly rows: FilledRows = { starts: [], heights: [] };

  constructor(shapes: Uint8Array, metrics: RowMetrics) {
    this.#shapes = shapes;
    this.#metrics = metrics;
  }

  /** Rows for the photos from `begin` up to, not including, `end`. */
  add(begin: number, end: number): void {
    const { starts } = this.rows;
    const before = starts.length;
    this.#fillInTurn(begin, end);
    this.#fillTail(Math.max(before, starts.length - tailRows), end);
  }

  #fillInTurn(begin: number, end: number): void {
    const { width, row, gap } = this.#metrics;
    let first = begin;
    let sum = 0;
    const close = (height: number, next: number): void => {
      this.rows.starts.push(first);
      this.rows.heights.push(height);
      first = next;
      sum = 0;
    };
    for (let i = begin; i < end; i++) {
      const aspect = aspectOf(this.#shapes[i]);
      const before = sum;
      sum += aspect;
      const height = (width - gap * (i - first)) / sum;
      if (height > row) continue;
      const without = before === 0 ? Infinity : (width - gap * (i - 1 - first)) / before;
      // Whichever row comes closer to the wished height: the one with this photo, or the one without it.
      if (without / row < row / height) {
        close(without, i);
        sum = aspect;
        if (width / aspect <= row) close(width / aspect, i + 1);
      } else close(height, i + 1);
    }
    if (first < end) close(row, end);
  }

  #fillTail(kept: number, end: number): void {
    const { starts, heights } = this.rows;
    const begin = starts[kept];
    if (begin === undefined) return;
    const shapes = Array.from({ length: end - begin }, (_, i) => aspectOf(this.#shapes[begin + i]));
    const tail = fillTail(shapes, this.#metrics);
    starts.splice(kept, tailRows, ...tail.starts.map((start) => begin + start));
    heights.splice(kept, tailRows, ...tail.heights);
  }
}
