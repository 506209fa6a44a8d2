import type { FilledRows, RowMetrics } from './row-metrics.ts';

/** How far a row may be from the wished height, as a factor. */
const lowest = 0.45;
const highest = 2.2;
/** Photos too few to fill even the highest row keep this height. */
const alone = 1.6;

/**
 * Rows for the end of a list, or for the whole of a short one: of all ways to break it, the one whose rows are filled to
 * both edges and come closest to the wished height.
 */
export function fillTail(aspects: readonly number[], metrics: RowMetrics): FilledRows {
  const count = aspects.length;
  /** The least cost of rows for the first photos, and where the last of those rows begins. */
  const costs = [0];
  const begins = [0];
  const heights = [0];
  for (let end = 1; end <= count; end++) {
    costs[end] = Infinity;
    let sum = 0;
    for (let start = end - 1; start >= 0; start--) {
      sum += aspects[start] ?? 0;
      const tall = (metrics.width - metrics.gap * (end - start - 1)) / sum;
      const { cost, height } = rowOf(tall, metrics.row, end === count);
      if (tall < lowest * metrics.row && start < end - 1) break;
      if ((costs[start] ?? 0) + cost < (costs[end] ?? 0)) {
        costs[end] = (costs[start] ?? 0) + cost;
        begins[end] = start;
        heights[end] = height;
      }
    }
  }
  const rows: FilledRows = { starts: [], heights: [] };
  for (let end = count; end > 0; end = begins[end] ?? 0) {
    rows.starts.unshift(begins[end] ?? 0);
    rows.heights.unshift(heights[end] ?? 0);
  }
  return rows;
}

/** How much a row is disliked that is `tall` when it is full. Only the last one may be left unfilled. */
function rowOf(tall: number, wished: number, isLast: boolean): { cost: number; height: number } {
  if (tall <= wished * highest) return { cost: Math.log2(tall / wished) ** 2, height: tall };
  const height = wished * alone;
  const empty = 1 - height / tall;
  return { cost: isLast ? 2 + 4 * empty : 50 + tall / wished, height };
}
