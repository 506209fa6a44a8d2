import { useLayoutEffect, useRef } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { parseDate, type Day } from '../../state/calendar/day.ts';
import { PhotoDays } from '../../state/calendar/photo-days.ts';
import type { PhotoGrid } from '../../state/photos/photo-grid.ts';
import { readViewAnchor } from '../../state/photos/view-anchor.ts';

/** Shows the day of a URL such as `#/?date=2019-05-17`; after going back, the previous position. */
export function useDayOfPlace(grid: PhotoGrid): void {
  const { router } = useApp();
  const { photo, query } = router.place.value;
  const isReady = grid.phase.value === 'ready';
  const date = query['date'] ?? null;
  /** The list that has been scrolled to its position. */
  const lastGrid = useRef<PhotoGrid | null>(null);
  useLayoutEffect(() => {
    if (!isReady || photo !== null) return;
    const isFirst = lastGrid.current !== grid;
    lastGrid.current = grid;
    const { note } = router;
    const savedAnchor = readViewAnchor(note);
    // A list that was just mounted has restored its position itself.
    if (isFirst && (date === null || savedAnchor)) return;
    const day = note === undefined ? parseDate(date ?? '') : null;
    if (savedAnchor) grid.restore(savedAnchor);
    else if (day) goToDay(grid, day);
    else grid.showFrom(0);
  }, [grid, isReady, date]);
}

/** Shows the photos of a day, or the next older ones, and gives them the focus. */
function goToDay(grid: PhotoGrid, day: Day): void {
  if (grid.months.length > 0) grid.goTo(new PhotoDays(grid.months).begin(day));
}
