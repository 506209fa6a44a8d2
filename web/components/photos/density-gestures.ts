import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Density } from '../../state/photos/density.ts';

/** Pixels of wheel or pinch per step. */
const wheelStep = 60;
/** The ratio of finger distances per step. */
const pinchStep = 1.3;

/** Changes the size of photos by Ctrl and wheel, which is also how trackpads report a pinch, and by pinching. */
export function useDensityGestures(element: RefObject<HTMLElement>, density: Density): void {
  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let wheelDistance = 0;
    let from = 0;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      wheelDistance += event.deltaY;
      if (Math.abs(wheelDistance) < wheelStep) return;
      density.change(wheelDistance < 0 ? 1 : -1);
      wheelDistance = 0;
    };
    const onTouchStart = ({ touches }: TouchEvent): void => {
      from = touches.length === 2 ? distance(touches) : 0;
    };
    const onTouchMove = (event: TouchEvent): void => {
      if (from === 0 || event.touches.length !== 2) return;
      event.preventDefault();
      const share = distance(event.touches) / from;
      if (share < pinchStep && share > 1 / pinchStep) return;
      density.change(share > 1 ? 1 : -1);
      from = distance(event.touches);
    };
    // Not passive, since the browser would zoom the page instead.
    target.addEventListener('wheel', onWheel, { passive: false });
    target.addEventListener('touchstart', onTouchStart, { passive: true });
    target.addEventListener('touchmove', onTouchMove, { passive: false });
    return () => {
      target.removeEventListener('wheel', onWheel);
      target.removeEventListener('touchstart', onTouchStart);
      target.removeEventListener('touchmove', onTouchMove);
    };
  }, [element, density]);
}

function distance(touches: TouchList): number {
  const [a, b] = [touches[0], touches[1]];
  return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
}
