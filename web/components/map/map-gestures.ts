import type { Pixel } from '../../state/map/map-projection.ts';

export interface MapMoves {
  pan(step: Pixel): void;
  /** Zooms at once, for pinch and wheel. */
  zoom(step: number, at: Pixel): void;
  /** Zooms with an animation. */
  glide(step: number, at: Pixel | null): void;
  tap(at: Pixel): void;
  hover(at: Pixel): void;
}

/** A finger that moves fewer pixels taps. */
const tapTolerance = 6;
/** The most milliseconds between the taps of a double tap. */
const doubleTap = 300;
/** Wheel pixels per zoom level. */
const wheelStep = 240;
const keyStep = 80;

/** Follows pointers, wheel and keys on the map. @returns a function that stops it */
export function followGestures(element: HTMLElement, moves: MapMoves): () => void {
  const pointers = new Map<number, Pixel>();
  let travelled = 0;
  let lastTap = { at: -Infinity, left: 0, top: 0 };
  const stop = new AbortController();
  const at = (event: MouseEvent): Pixel => {
    const { left, top } = element.getBoundingClientRect();
    return { left: event.clientX - left, top: event.clientY - top };
  };

  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    if (pointers.size === 0) travelled = 0;
    pointers.set(event.pointerId, at(event));
    element.setPointerCapture(event.pointerId);
  };

  const onMove = (event: PointerEvent): void => {
    const now = at(event);
    const previous = pointers.get(event.pointerId);
    if (!previous) {
      moves.hover(now);
      return;
    }
    const otherPoints = [...pointers].flatMap(([id, point]) => (id === event.pointerId ? [] : [point]));
    pointers.set(event.pointerId, now);
    const step = { left: now.left - previous.left, top: now.top - previous.top };
    travelled += Math.hypot(step.left, step.top);
    if (travelled < tapTolerance) return;
    const otherPoint = otherPoints[0];
    // Each of two fingers moves the middle by half of its own movement.
    const share = otherPoint ? 0.5 : 1;
    moves.pan({ left: step.left * share, top: step.top * share });
    if (!otherPoint) return;
    const middle = { left: (now.left + otherPoint.left) / 2, top: (now.top + otherPoint.top) / 2 };
    const ratio = distance(now, otherPoint) / Math.max(1, distance(previous, otherPoint));
    moves.zoom(Math.log2(Math.max(0.01, ratio)), middle);
  };

  const onUp = (event: PointerEvent): void => {
    if (!pointers.delete(event.pointerId) || pointers.size > 0) return;
    if (event.type === 'pointercancel' || travelled >= tapTolerance) return;
    const now = at(event);
    if (event.timeStamp - lastTap.at < doubleTap && distance(now, lastTap) < 30) {
      lastTap = { at: -Infinity, left: 0, top: 0 };
      moves.glide(1, now);
    } else {
      lastTap = { at: event.timeStamp, ...now };
      moves.tap(now);
    }
  };

  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1;
    // A pinch on a trackpad arrives as wheel events with Ctrl, in smaller steps.
    const pinch = event.ctrlKey ? 4 : 1;
    moves.zoom((-event.deltaY * lines * pinch) / wheelStep, at(event));
  };

  const byKey: Record<string, () => void> = {
    ArrowLeft: () => {
      moves.pan({ left: keyStep, top: 0 });
    },
    ArrowRight: () => {
      moves.pan({ left: -keyStep, top: 0 });
    },
    ArrowUp: () => {
      moves.pan({ left: 0, top: keyStep });
    },
    ArrowDown: () => {
      moves.pan({ left: 0, top: -keyStep });
    },
    '+': () => {
      moves.glide(1, null);
    },
    '=': () => {
      moves.glide(1, null);
    },
    '-': () => {
      moves.glide(-1, null);
    },
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const run = byKey[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };

  const options = { signal: stop.signal };
  element.addEventListener('pointerdown', onDown, options);
  element.addEventListener('pointermove', onMove, options);
  element.addEventListener('pointerup', onUp, options);
  element.addEventListener('pointercancel', onUp, options);
  element.addEventListener('wheel', onWheel, { ...options, passive: false });
  element.addEventListener('keydown', onKeyDown, options);
  return () => {
    stop.abort();
  };
}

function distance(a: Pixel, b: Pixel): number {
  return Math.hypot(a.left - b.left, a.top - b.top);
}
