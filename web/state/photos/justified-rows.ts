/** Lengths in CSS pixels. */
export interface RowMetrics {
  readonly width: number;
  /** The height that rows are made to come close to. */
  readonly row: number;
  /** Between tiles, both ways. */
  readonly gap: number;
  /** Height of a month's heading; 0 for lists that have none. */
  readonly heading: number;
}

const narrow = 600;

/** Rows for a view of `width` pixels: higher on a wider one, so that a page of it never has hundreds of photos. */
export function rowMetrics(width: number, heading = 56): RowMetrics {
  if (width < narrow) return { width, row: 120, gap: 2, heading };
  return { width, row: Math.min(420, Math.max(190, width / 8)), gap: 4, heading };
}

/** Photos that are much narrower or wider than others are cut, in the row alone, so that none is a line. */
const narrowest = 0.5;
const widest = 3;
/** The shape of a photo whose size is not known. */
const usual = 4 / 3;
/** A last row is stretched up to this, as if it were full; else its photos keep the height of a row. */
const mostStretch = 1.25;

/** Of each of the 256 bytes that the server tells shapes with. */
const aspects = Float64Array.from({ length: 256 }, (_, byte) =>
  byte === 0 ? usual : Math.min(widest, Math.max(narrowest, 2 ** ((byte - 128) / 32))),
);

/** Width divided by height. @param byte as the server tells shapes; none for a photo that it has not told of */
export function aspectOf(byte = 0): number {
  return aspects[byte] ?? usual;
}

/** Fills rows, photo by photo, and writes down where each begins. */
export class Rows {
  readonly starts: number[] = [];
  readonly tops: number[] = [];
  readonly heights: number[] = [];
  readonly #aspects: Uint8Array;
  readonly #metrics: RowMetrics;

  constructor(aspects: Uint8Array, metrics: RowMetrics) {
    this.#aspects = aspects;
    this.#metrics = metrics;
  }

  get count(): number {
    return this.starts.length;
  }

  /** Rows for the photos from `start` up to, not including, `end`. @returns where they end */
  add(start: number, end: number, top: number): number {
    const { width, row, gap } = this.#metrics;
    let first = start;
    let sum = 0;
    let y = top;
    const close = (height: number, next: number): void => {
      this.starts.push(first);
      this.tops.push(y);
      this.heights.push(height);
      // Whole pixels: a browser's scroll bar knows no others.
      y += Math.round(height) + gap;
      first = next;
      sum = 0;
    };
    for (let i = start; i < end; i++) {
      const aspect = aspectOf(this.#aspects[i]);
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
    if (first < end) {
      const full = (width - gap * (end - 1 - first)) / sum;
      close(full <= row * mostStretch ? full : row, end);
    }
    return y;
  }
}
