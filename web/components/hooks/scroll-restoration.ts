import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { useApp } from '../../app.ts';

/** Milliseconds without a scroll event after which scrolling has ended. */
const restAfter = 150;

/**
 * Keeps the scroll position of a page, so that going back restores it.
 * @param inside an element in the page's `main`
 * @param ready whether its content is loaded
 */
export function useScrollRestoration(inside: RefObject<HTMLElement>, ready: boolean): void {
  const { router } = useApp();
  useLayoutEffect(() => {
    const page = inside.current?.closest('main');
    const note = router.note as { top?: unknown } | null;
    if (ready && page && typeof note?.top === 'number') page.scrollTop = note.top;
  }, [ready]);
  useEffect(() => {
    const page = inside.current?.closest('main');
    let timer = 0;
    const onScroll = (): void => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        router.keep({ top: page?.scrollTop });
      }, restAfter);
    };
    page?.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      page?.removeEventListener('scroll', onScroll);
    };
  }, []);
}
