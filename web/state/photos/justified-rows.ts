import type { FilledRows, RowMetrics } from './row-metrics.ts';
import { fillTail } from './tail-rows.ts';

/** Photos with extreme aspect ratios are cropped in the row, so that none becomes a thin line. */
const narrowest = 0.5;
const widest = 3;
/** The aspect ratio of a photo whose size is unknown. */
const defaultAspect = 4 / 3;

/** The aspect ratio for each of the 256 bytes of the server's encoding. */
const aspects = Float64Array.from({ length: 256 }, (_, byte) =>
  byte === 0 ? defaultAspect : Math.min(widest, Math.max(narrowest, 2 ** ((byte - 128) / 32))),
);

/** Width divided by height. @param byte the server's encoding; 0 or absent if the size is unknown */
export function aspectOf(byte = 0): number {
  return aspects[byte] ?? defaultAspect;
}

/** The last rows are filled together, so that none of them is left half empty. */
const tailRows = 4;

/** Fills rows photo by photo, in one pass; the last few before each break are filled together. */
export class RowFiller {
  readonly #shapes: Uint8Array;
  readonly #metrics: RowMetrics;
  readonly rows: FilledRows = { starts: [], heights: [] };

  constructor(shapes: Uint8Array, metrics: RowMetrics) {
    this.#shapes = shapes;
    this.#metrics = metrics;
  }

  /** Adds rows for the photos from `begin` up to, not including, `end`. */
  add(begin: number, end: number): void {
    const { starts } = this.rows;
    const oldCount = starts.length;
    this.#fillInTurn(begin, end);
    this.#fillTail(Math.max(oldCount, starts.length - tailRows), end);
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
      const previousSum = sum;
      sum += aspect;
      const height = (width - gap * (i - first)) / sum;
      if (height > row) continue;
      const heightWithout = previousSum === 0 ? Infinity : (width - gap * (i - 1 - first)) / previousSum;
      // The row ends before or after this photo, whichever height is closer to the wanted one.
      if (heightWithout / row < row / height) {
        close(heightWithout, i);
        sum = aspect;
        if (width / aspect <= row) close(width / aspect, i + 1);
      } else close(height, i + 1);
    }
    if (first < end) close(row, end);
  }

  #fillTail(keptRows: number, end: number): void {
    const { starts, heights } = this.rows;
    const begin = starts[keptRows];
    if (begin === undefined) return;
    const shapes = Array.from({ length: end - begin }, (_, i) => aspectOf(this.#shapes[begin + i]));
    const tail = fillTail(shapes, this.#metrics);
    starts.splice(keptRows, tailRows, ...tail.starts.map((start) => begin + start));
    heights.splice(keptRows, tailRows, ...tail.heights);
  }
}
