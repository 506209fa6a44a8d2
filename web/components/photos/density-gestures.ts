import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Density } from '../../state/photos/density.ts';

/** Pixels of the wheel, or of a trackpad's pinch, for a step. */
const wheelStep = 60;
/** How much further apart two fingers are for a step. */
const pinchStep = 1.3;

/** Changes the size of photos by the wheel with Ctrl, as a trackpad's pinch arrives too, and by two fingers. */
export function useDensityGestures(element: RefObject<HTMLElement>, density: Density): void {
  useEffect(() => {
    const on = element.current;
    if (!on) return;
    let turned = 0;
    let from = 0;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      turned += event.deltaY;
      if (Math.abs(turned) < wheelStep) return;
      density.change(turned < 0 ? 1 : -1);
      turned = 0;
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
    // Not passive: the browser would enlarge the page instead.
    on.addEventListener('wheel', onWheel, { passive: false });
    on.addEventListener('touchstart', onTouchStart, { passive: true });
    on.addEventListener('touchmove', onTouchMove, { passive: false });
    return () => {
      on.removeEventListener('wheel', onWheel);
      on.removeEventListener('touchstart', onTouchStart);
      on.removeEventListener('touchmove', onTouchMove);
    };
  }, [element, density]);
}

function distance(touches: TouchList): number {
  const [a, b] = [touches[0], touches[1]];
  return a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
}
