import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { useApp } from '../../app.ts';
import type { PhotoGrid } from '../../state/photos/photo-grid.ts';
import { readViewAnchor } from '../../state/photos/view-anchor.ts';

/**
 * Lays a list out for the room that it has and the size of photos that is wished, begins where an earlier visit ended,
 * and puts the scroll bar where the list wants it.
 * @param content what scrolls in `scroller`
 */
export function useMeasuredGrid(
  grid: PhotoGrid,
  scroller: RefObject<HTMLElement>,
  content: RefObject<HTMLElement>,
): void {
  const { density, router } = useApp();
  const scale = density.scale.value;
  const { scrollTo } = grid.frame.value;
  const measure = (): void => {
    if (!content.current || !scroller.current) return;
    grid.resize(content.current.clientWidth, scroller.current.clientHeight, density.scale.peek());
  };

  useLayoutEffect(() => {
    const view = scroller.current;
    if (!view || !content.current) return;
    const note = router.place.value.photo === null ? readViewAnchor(router.note) : null;
    if (note) grid.restore(note);
    const observer = new ResizeObserver(measure);
    observer.observe(view);
    observer.observe(content.current);
    measure();
    view.scrollTop = grid.frame.value.scrollTo.top;
    grid.look();
    return () => {
      grid.leave();
      observer.disconnect();
    };
  }, [grid]);

  // The rail takes some of the width: nothing may be painted before the rows keep to what is left.
  useLayoutEffect(measure, [grid, grid.rail !== null, scale]);

  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = scrollTo.top;
  }, [scrollTo.order]);
}
