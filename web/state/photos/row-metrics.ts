/** Lengths in CSS pixels. */
export interface RowMetrics {
  readonly width: number;
  /** The preferred height of rows. */
  readonly row: number;
  /** Between tiles, in both directions. */
  readonly gap: number;
  /** The height of the line for labels above a row in which a month or a day begins. */
  readonly label: number;
  /** The height of one more line above that, for months whose days have labels. */
  readonly title: number;
}

/** The size of the view in pixels, and the chosen sizes of photos and of text: 1 is usual. */
export interface GridView {
  readonly width: number;
  readonly height: number;
  readonly scale?: number;
  readonly text?: number;
}

const narrow = 600;
/** The most tiles in a view, if most photos are square or wider. */
const maxInView = 450;

/** Row heights for a view: larger on large screens, so that a view never has hundreds of photos. */
export function rowMetrics({ width, height, scale = 1, text = 1 }: GridView): RowMetrics {
  const isNarrow = width < narrow;
  const defaultHeight = isNarrow ? 140 : Math.min(420, Math.max(220, width / 8));
  const row = Math.max(defaultHeight * scale, Math.sqrt((width * height) / maxInView));
  const [gap, label, title] = isNarrow ? [2, 26, 36] : [4, 28, 44];
  return { width, row, gap, label: Math.round(label * text), title: Math.round(title * text) };
}

/** The first photo and the height of each row. Heights are not rounded, since the widths of tiles follow from them. */
export interface FilledRows {
  readonly starts: number[];
  readonly heights: number[];
}
