import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { useApp } from '../../app.ts';
import type { PhotoGrid } from '../../state/photos/photo-grid.ts';
import { readViewAnchor } from '../../state/photos/view-anchor.ts';

/** The size of text that is set in the browser, in relation to the usual one. */
function textScale(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

/**
 * Lays a list out for the size of its view and the chosen size of photos, restores the position of an earlier visit, and
 * scrolls to where the list requests it.
 * @param content the scrolling content of `scroller`
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
    grid.resize(content.current.clientWidth, scroller.current.clientHeight, density.scale.peek(), textScale());
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

  // The rail takes some of the width, so the rows are laid out again before the first paint.
  useLayoutEffect(measure, [grid, grid.rail !== null, scale]);

  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = scrollTo.top;
  }, [scrollTo.order]);
}
