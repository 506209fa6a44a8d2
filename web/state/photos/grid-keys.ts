import type { JustifiedLayout } from './justified-layout.ts';

/** The photo that a key moves to from photo `index`; null if the key does not move. */
export function photoByKey(layout: JustifiedLayout, index: number, key: string): number | null {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, index - 1);
    case 'ArrowRight':
      return Math.min(layout.total - 1, index + 1);
    case 'ArrowDown':
      return indexInNextRow(layout, index, 1);
    case 'ArrowUp':
      return indexInNextRow(layout, index, -1);
    case 'Home':
      return 0;
    case 'End':
      return layout.total - 1;
    default:
      return null;
  }
}

/** The photo in the next or previous row that is nearest to the middle of this one. */
function indexInNextRow(layout: JustifiedLayout, index: number, step: 1 | -1): number {
  const row = layout.rowOf(index) + step;
  if (row < 0 || row >= layout.rows) return index;
  const from = layout.place(index);
  const middle = from.x + from.width / 2;
  const { start, end } = layout.row(row);
  let nearest = start;
  let distance = Infinity;
  for (let i = start; i < end; i++) {
    const { x, width } = layout.place(i);
    const offset = Math.abs(x + width / 2 - middle);
    if (offset < distance) {
      nearest = i;
      distance = offset;
    }
  }
  return nearest;
}
