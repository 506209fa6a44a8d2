import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Stands at the end of a list and asks for more of it when it comes near the view. @param count how much is there */
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
    // Watched anew after each part: one that did not fill the view is followed by the next.
  }, [count]);
  return <div class="more-sentinel" ref={element} />;
}
