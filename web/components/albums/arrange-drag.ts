import type { RefObject } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { dragScroll } from '../../state/photos/selection-drag.ts';

/** A mouse that moves fewer pixels clicks. */
const slack = 6;
/** Milliseconds that a finger rests on a photo before it drags; a finger that moves at once scrolls. */
const touchDelay = 350;

interface ArrangeDrag {
  readonly move: (uid: string, to: number) => void;
  /** Called when the photo is dropped. */
  readonly settle: (uid: string) => void;
}

interface ArrangeDragHandle {
  /** The uid of the dragged photo. */
  readonly dragged: string | null;
  readonly handlers: {
    readonly onPointerDown: (event: PointerEvent) => void;
    readonly onContextMenu: (event: Event) => void;
  };
}

/** Reorders photos of a list while they are dragged by mouse or touch. */
export function useArrangeDrag(list: RefObject<HTMLElement>, callbacks: ArrangeDrag): ArrangeDragHandle {
  const [dragged, setDragged] = useState<string | null>(null);
  const drag = useMemo(() => new Drag(list, setDragged), []);
  drag.does = callbacks;
  useEffect(() => drag.end, []);
  return { dragged, handlers: drag };
}

class Drag {
  does!: ArrangeDrag;
  readonly #list: RefObject<HTMLElement>;
  readonly #show: (uid: string | null) => void;
  #pressed: { uid: string; x: number; y: number } | null = null;
  #at = { x: 0, y: 0 };
  #isDragging = false;
  #timer = 0;
  #frame = 0;

  constructor(list: RefObject<HTMLElement>, show: (uid: string | null) => void) {
    this.#list = list;
    this.#show = show;
  }

  readonly onPointerDown = ({ target, clientX: x, clientY: y, button, isPrimary, pointerType }: PointerEvent): void => {
    this.end();
    const uid = target instanceof Element ? target.closest<HTMLElement>('[data-uid]')?.dataset['uid'] : undefined;
    if (uid === undefined || button !== 0 || !isPrimary) return;
    this.#pressed = { uid, x, y };
    this.#at = { x, y };
    if (pointerType === 'touch') this.#timer = window.setTimeout(this.#begin, touchDelay);
    addEventListener('pointermove', this.#onMove);
    addEventListener('pointerup', this.end);
    addEventListener('pointercancel', this.end);
    addEventListener('dragstart', prevent);
    addEventListener('touchmove', this.#onTouchMove, { passive: false });
  };

  /** Long touches would open the browser's context menu. */
  readonly onContextMenu = (event: Event): void => {
    if (this.#isDragging) prevent(event);
  };

  readonly end = (): void => {
    clearTimeout(this.#timer);
    cancelAnimationFrame(this.#frame);
    removeEventListener('pointermove', this.#onMove);
    removeEventListener('pointerup', this.end);
    removeEventListener('pointercancel', this.end);
    removeEventListener('dragstart', prevent);
    removeEventListener('touchmove', this.#onTouchMove);
    const { uid } = this.#pressed ?? {};
    const wasDragging = this.#isDragging;
    this.#pressed = null;
    this.#isDragging = false;
    if (!wasDragging || uid === undefined) return;
    this.#show(null);
    this.does.settle(uid);
  };

  readonly #onMove = ({ clientX: x, clientY: y, pointerType }: PointerEvent): void => {
    if (!this.#pressed) return;
    this.#at = { x, y };
    const hasMoved = Math.hypot(x - this.#pressed.x, y - this.#pressed.y) > slack;
    if (!this.#isDragging && hasMoved) {
      if (pointerType === 'touch') this.end();
      else this.#begin();
    }
    if (this.#isDragging) this.#follow();
  };

  readonly #onTouchMove = (event: Event): void => {
    // The page must not scroll while a photo is dragged.
    if (this.#isDragging) prevent(event);
  };

  readonly #begin = (): void => {
    if (!this.#pressed) return;
    this.#isDragging = true;
    this.#show(this.#pressed.uid);
    this.#frame = requestAnimationFrame(this.#scroll);
  };

  /** Moves the photo to the pointer. */
  #follow(): void {
    const { uid } = this.#pressed ?? {};
    const under = document.elementFromPoint(this.#at.x, this.#at.y)?.closest('li');
    const list = this.#list.current;
    if (uid === undefined || !under || !list || under.parentElement !== list) return;
    this.does.move(uid, Array.prototype.indexOf.call(list.children, under));
  }

  readonly #scroll = (): void => {
    const scroller = this.#list.current?.closest('main');
    if (!this.#isDragging || !scroller) return;
    const step = dragScroll(this.#at.y, scroller.getBoundingClientRect());
    if (step !== 0) {
      scroller.scrollTop += step;
      this.#follow();
    }
    this.#frame = requestAnimationFrame(this.#scroll);
  };
}

function prevent(event: Event): void {
  event.preventDefault();
}
