/** Lengths in CSS pixels. */
export interface RowMetrics {
  readonly width: number;
  /** The height that rows are made to come close to. */
  readonly row: number;
  /** Between tiles, both ways. */
  readonly gap: number;
  /** Height of the line above a row in which a month or a day begins. */
  readonly label: number;
  /** Height of one more line above that, for months whose days have labels of their own. */
  readonly title: number;
}

/** What somebody looks at, in pixels, and how large they wish photos to be: 1 is usual. */
export interface GridView {
  readonly width: number;
  readonly height: number;
  readonly scale?: number;
}

const narrow = 600;
/** Tiles that a view holds at most, as long as most photos are squares or wider. */
const mostInView = 450;

/** Rows for a view: higher on a larger one, so that a page of it never has hundreds of photos. */
export function rowMetrics({ width, height, scale = 1 }: GridView): RowMetrics {
  const isNarrow = width < narrow;
  const usual = isNarrow ? 140 : Math.min(420, Math.max(220, width / 8));
  const row = Math.max(usual * scale, Math.sqrt((width * height) / mostInView));
  return isNarrow ? { width, row, gap: 2, label: 26, title: 36 } : { width, row, gap: 4, label: 28, title: 44 };
}

/** Where each row begins, and how high it is: not rounded, since the widths that fill it follow from it. */
export interface FilledRows {
  readonly starts: number[];
  readonly heights: number[];
}
