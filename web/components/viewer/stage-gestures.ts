import { useLayoutEffect } from 'preact/hooks';
import type { PhotoView, Press } from '../../state/viewer/photo-view.ts';
import type { Point } from '../../state/viewer/zoom.ts';

/** Milliseconds that a live photo is held until it plays. */
export const holdToPlay = 300;
/** Pixels of a line, for mice whose wheels count in lines. */
const line = 16;
/** What is no part of the photo: pressing it is about itself. */
const controls = 'a, button, input, select, .player-controls, .player-begins';

interface Stage {
  readonly current: HTMLElement | null;
}

export interface StageGestures {
  /** Where the pointer is, in pixels from the middle of the stage. */
  readonly at: (event: MouseEvent) => Point;
  readonly press: (event: PointerEvent) => Press;
  /** Takes a press with the main button on the photo itself. @returns whether it was one */
  readonly begin: (event: PointerEvent) => boolean;
  readonly zoom: (event: WheelEvent) => void;
}

/** Keeps a view as large as the element that shows it, and tells it of fingers and the wheel. */
export function useStage(element: Stage, view: PhotoView): StageGestures {
  useLayoutEffect(() => {
    const stage = element.current;
    if (!stage) return;
    const measure = (): void => {
      view.resize({ width: stage.clientWidth, height: stage.clientHeight });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(stage);
    return () => {
      observer.disconnect();
    };
  }, []);

  const at = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top, width, height } = element.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const press = (event: PointerEvent): Press => ({
    ...at(event),
    id: event.pointerId,
    time: event.timeStamp,
    touch: event.pointerType !== 'mouse',
  });
  return {
    at,
    press,
    begin: (event) => {
      const target = event.target as Element;
      if (event.button !== 0 || target.closest(controls)) return false;
      if (!(target instanceof HTMLVideoElement)) element.current?.setPointerCapture(event.pointerId);
      view.press(press(event));
      return true;
    },
    zoom: (event) => {
      event.preventDefault();
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * line : event.deltaY;
      // A pinch on a touch pad comes in small steps.
      view.wheel(at(event), event.ctrlKey ? pixels * 3 : pixels);
    },
  };
}
