import { useLayoutEffect } from 'preact/hooks';
import type { PhotoView, Press } from '../../state/viewer/photo-view.ts';
import type { Point } from '../../state/viewer/zoom.ts';

/** Milliseconds that a live photo is pressed before it plays. */
export const holdToPlay = 300;
/** Pixels per line, for mice whose wheels report lines. */
const line = 16;
/** Elements on the stage that handle presses themselves. */
const controls = 'a, button, input, select, .player-controls, .player-begins';

interface Stage {
  readonly current: HTMLElement | null;
}

export interface StageGestures {
  /** The position of the pointer, in pixels from the middle of the stage. */
  readonly at: (event: MouseEvent) => Point;
  readonly press: (event: PointerEvent) => Press;
  /** Starts a press with the main button on the photo itself. @returns whether it was one */
  readonly begin: (event: PointerEvent) => boolean;
  readonly zoom: (event: WheelEvent) => void;
}

/** Keeps the view as large as its element, and passes pointer and wheel events to it. */
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
      // A pinch on a trackpad arrives in small steps.
      view.wheel(at(event), event.ctrlKey ? pixels * 3 : pixels);
    },
  };
}
