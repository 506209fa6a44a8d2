import type { GridLayout } from './grid-layout.ts';

/** The photo that a key moves to from photo `index`; null for a key that does not move. */
export function photoByKey(layout: GridLayout, index: number, key: string): number | null {
  const { start, end } = layout.monthOf(index);
  const { columns } = layout.metrics;
  const column = (index - start) % columns;
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, index - 1);
    case 'ArrowRight':
      return Math.min(layout.total - 1, index + 1);
    case 'ArrowDown': {
      if (index + columns < end) return index + columns;
      const onLastRow = index - column + columns >= end;
      if (!onLastRow) return end - 1;
      if (end >= layout.total) return index;
      return Math.min(end + column, layout.monthOf(end).end - 1);
    }
    case 'ArrowUp': {
      if (index - columns >= start) return index - columns;
      if (start === 0) return index;
      const above = layout.monthOf(start - 1);
      const lastRow = above.start + Math.floor((above.end - above.start - 1) / columns) * columns;
      return Math.min(lastRow + column, above.end - 1);
    }
    case 'Home':
      return 0;
    case 'End':
      return layout.total - 1;
    default:
      return null;
  }
}
