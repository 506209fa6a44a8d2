import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Whether there is more of the content before and after the visible part. */
export interface ScrollEdges {
  readonly before: boolean;
  readonly after: boolean;
}

/** Where an element, which scrolls in one direction, hides content. @param content is measured again when it changes */
export function useScrollEdges(element: RefObject<HTMLElement>, content: unknown): ScrollEdges {
  const [edges, setEdges] = useState<ScrollEdges>({ before: false, after: false });
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const look = (): void => {
      const position = box.scrollLeft + box.scrollTop;
      const hidden = box.scrollWidth - box.clientWidth + box.scrollHeight - box.clientHeight;
      const [before, after] = [position > 1, position < hidden - 1];
      setEdges((last) => (last.before === before && last.after === after ? last : { before, after }));
    };
    const observer = new ResizeObserver(look);
    observer.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, [content]);
  return edges;
}
