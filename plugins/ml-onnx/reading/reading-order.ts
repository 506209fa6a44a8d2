import type { Part } from '../images/squares.ts';

/**
 * Sorts from top to bottom, and from left to right within a row: a price belongs to the row of its item, even if it is a
 * pixel higher. A line belongs to a row if its middle is at the height of the row's first line.
 */
export function inReadingOrder<T extends { readonly part: Part }>(lines: readonly T[]): T[] {
  const rows: { top: number; bottom: number; lines: T[] }[] = [];
  for (const line of lines.toSorted((a, b) => middleOf(a.part) - middleOf(b.part))) {
    const middle = middleOf(line.part);
    const row = rows.at(-1);
    if (row && middle >= row.top && middle < row.bottom) row.lines.push(line);
    else rows.push({ top: line.part.top, bottom: line.part.top + line.part.height, lines: [line] });
  }
  return rows.flatMap((row) => row.lines.sort((a, b) => a.part.left - b.part.left));
}

const middleOf = ({ top, height }: Part): number => top + height / 2;
