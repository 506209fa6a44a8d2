import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Placed at the end of a list: loads more when it comes near the view. @param count how many items are loaded */
export function MoreSentinel({ count, more }: { count: number; more: () => void }): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) more();
      },
      { rootMargin: '600px' },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
    // A new observer after each page reports again if the page did not fill the view.
  }, [count]);
  return <div class="more-sentinel" ref={element} />;
}
