import type { FilledRows, RowMetrics } from './row-metrics.ts';

/** The limits of a row's height, as factors of the wanted height. */
const lowest = 0.45;
const highest = 2.2;
/** The height of a last row that is too short to be filled, as a factor. */
const unfilledFactor = 1.6;

/**
 * Rows for the end of a list, or for a short list: of all line breaks, those whose full rows come closest to the wanted
 * height.
 */
export function fillTail(aspects: readonly number[], metrics: RowMetrics): FilledRows {
  const count = aspects.length;
  /** For each number of photos: the least cost of their rows, and the start and height of the last row. */
  const costs = [0];
  const begins = [0];
  const heights = [0];
  for (let end = 1; end <= count; end++) {
    costs[end] = Infinity;
    let sum = 0;
    for (let start = end - 1; start >= 0; start--) {
      sum += aspects[start] ?? 0;
      const fullHeight = (metrics.width - metrics.gap * (end - start - 1)) / sum;
      const { cost, height } = rowOf(fullHeight, metrics.row, end === count);
      if (fullHeight < lowest * metrics.row && start < end - 1) break;
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

/** The cost of a row whose photos fill the width at `fullHeight`. Only the last row may stay unfilled. */
function rowOf(fullHeight: number, usualHeight: number, isLast: boolean): { cost: number; height: number } {
  if (fullHeight <= usualHeight * highest)
    return { cost: Math.log2(fullHeight / usualHeight) ** 2, height: fullHeight };
  const height = usualHeight * unfilledFactor;
  const empty = 1 - height / fullHeight;
  return { cost: isLast ? 2 + 4 * empty : 50 + fullHeight / usualHeight, height };
}
