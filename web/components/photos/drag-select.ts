import { useEffect, useMemo } from 'preact/hooks';
import type { PhotoItem } from '../../../core/http/wire.ts';
import { useApp, type App } from '../../app.ts';
import type { PhotoGrid } from '../../state/photos/photo-grid.ts';
import { dragScroll, SelectionDrag } from '../../state/photos/selection-drag.ts';

/** A mouse that moves fewer pixels and stays on its photo clicks. */
const slack = 32;
/** A click within this many milliseconds after a drag belongs to the drag. */
const clickFollows = 50;

type IndexAt = (target: EventTarget | null) => number | null;

interface DragSelect {
  onPointerDown: (event: PointerEvent) => void;
  onClickCapture: (event: MouseEvent) => void;
  /** Starts a drag by touch, after a long press on a photo. */
  beginByTouch: (index: number) => void;
}

/** Selects photos while a mouse is dragged over them, or a finger after a long press. */
export function useDragSelect(grid: PhotoGrid, indexAt: IndexAt): DragSelect {
  const app = useApp();
  const drag = useMemo(() => new PhotoDragSelect(app, grid, indexAt), [app, grid]);
  useEffect(() => drag.end, [drag]);
  return drag;
}

class PhotoDragSelect implements DragSelect {
  readonly #app: App;
  readonly #grid: PhotoGrid;
  readonly #indexAt: IndexAt;
  #pressed: { index: number; x: number; y: number; on: Element; scroller: Element | null } | null = null;
  #drag: SelectionDrag | null = null;
  #at = { x: 0, y: 0 };
  #last = -1;
  #frame = 0;
  #endedAt = -Infinity;
  /** The selection before a drag that started on a selected photo: it can be dropped onto an album. */
  #carried: readonly PhotoItem[] | null = null;
  #isOverAlbums = false;

  constructor(app: App, grid: PhotoGrid, indexAt: IndexAt) {
    this.#app = app;
    this.#grid = grid;
    this.#indexAt = indexAt;
  }

  readonly onPointerDown = (event: PointerEvent): void => {
    this.end();
    this.#endedAt = -Infinity;
    const { pointerType, button, isPrimary, clientX: x, clientY: y, target } = event;
    const index = this.#indexAt(target);
    const element = target instanceof Element ? target : null;
    if (index === null || !element || button !== 0 || !isPrimary || event.shiftKey || event.ctrlKey || event.metaKey)
      return;
    this.#pressed = { index, x, y, on: element, scroller: element.closest('.photo-grid') };
    this.#at = { x, y };
    if (pointerType === 'touch') {
      // Listens on the touched element: it gets touch events even after it was scrolled out of the page.
      element.addEventListener('touchmove', this.#onTouchMove, { passive: false });
      element.addEventListener('touchend', this.end);
      element.addEventListener('touchcancel', this.end);
    } else {
      addEventListener('pointermove', this.#onMove);
      // Otherwise the browser would drag the link.
      addEventListener('dragstart', prevent);
      addEventListener('pointerup', this.end);
      addEventListener('pointercancel', this.end);
    }
  };

  readonly onClickCapture = (event: MouseEvent): void => {
    if (event.timeStamp - this.#endedAt > clickFollows) return;
    prevent(event);
    event.stopPropagation();
  };

  readonly beginByTouch = (index: number): void => {
    if (this.#pressed) this.#begin(index);
    else this.#app.selection.toggle(this.#grid, index);
  };

  readonly end = (): void => {
    if (this.#drag) {
      this.#endedAt = performance.now();
      if (!this.#isOverAlbums) void this.#complete(this.#drag, this.#last);
    }
    this.#carried = null;
    this.#isOverAlbums = false;
    this.#app.albums.carrying.value = null;
    const element = this.#pressed?.on;
    this.#pressed = null;
    this.#drag = null;
    cancelAnimationFrame(this.#frame);
    element?.removeEventListener('touchmove', this.#onTouchMove);
    element?.removeEventListener('touchend', this.end);
    element?.removeEventListener('touchcancel', this.end);
    removeEventListener('pointermove', this.#onMove);
    removeEventListener('dragstart', prevent);
    removeEventListener('pointerup', this.end);
    removeEventListener('pointercancel', this.end);
  };

  readonly #onMove = ({ clientX: x, clientY: y }: PointerEvent): void => {
    const pressed = this.#pressed;
    if (!pressed) return;
    this.#at = { x, y };
    const under = this.#under();
    const isDrag = Math.hypot(x - pressed.x, y - pressed.y) > slack || (under !== null && under !== pressed.index);
    if (!this.#drag && isDrag) {
      this.#carry(pressed.index);
      this.#begin(pressed.index);
    }
    if (this.#drag && !this.#carriesToAlbum(pressed.index) && under !== null) this.#take(under);
  };

  /** Shows the albums as drop targets when selected photos are dragged. */
  #carry(index: number): void {
    const { albums, selection, session } = this.#app;
    const photo = this.#grid.pages.get(index);
    if (!photo || !selection.has(photo.uid) || !session.may('write') || albums.filling.value) return;
    this.#carried = selection.photos;
    albums.carrying.value = this.#carried.map(({ uid }) => uid);
  }

  /** Over the albums, the selection is restored: all of it is dropped there. */
  #carriesToAlbum(index: number): boolean {
    const isOver = document.elementFromPoint(this.#at.x, this.#at.y)?.closest('.album-drops') != null;
    if (this.#carried && isOver && !this.#isOverAlbums) this.#app.selection.pickExactly(this.#carried, index);
    if (isOver !== this.#isOverAlbums) this.#last = -1;
    this.#isOverAlbums = this.#carried !== null && isOver;
    return this.#isOverAlbums;
  }

  readonly #onTouchMove = (event: Event): void => {
    const touch = (event as TouchEvent).touches[0];
    if (!this.#drag || !touch) return;
    // The page must not scroll while photos are being selected.
    prevent(event);
    this.#at = { x: touch.clientX, y: touch.clientY };
    this.#take(this.#under() ?? this.#last);
  };

  #begin(index: number): void {
    this.#drag = new SelectionDrag(this.#grid, this.#app.selection.photos, index);
    this.#last = -1;
    this.#take(index);
    this.#frame = requestAnimationFrame(this.#scroll);
  }

  /** The index of the photo under the pointer; null if there is none. */
  #under(): number | null {
    return this.#indexAt(document.elementFromPoint(this.#at.x, this.#at.y));
  }

  #take(index: number): void {
    if (!this.#drag || index === this.#last) return;
    this.#last = index;
    this.#app.selection.pickExactly(this.#drag.pickedAt(index), index);
  }

  async #complete(drag: SelectionDrag, index: number): Promise<void> {
    const { selection, toasts } = this.#app;
    const { count } = selection;
    const oldCount = count.value;
    try {
      const all = await drag.complete();
      // Unless the selection has changed in the meantime.
      if (all && count.value === oldCount && this.#drag === null) selection.pickExactly(all, index);
    } catch (error) {
      toasts.fail(error);
    }
  }

  /** Scrolls while the pointer is near an edge of the list. */
  readonly #scroll = (): void => {
    const scroller = this.#pressed?.scroller;
    if (!this.#drag || !scroller) return;
    const step = dragScroll(this.#at.y, scroller.getBoundingClientRect());
    if (step !== 0) {
      scroller.scrollTop += step;
      this.#take(this.#under() ?? this.#last);
    }
    this.#frame = requestAnimationFrame(this.#scroll);
  };
}

function prevent(event: Event): void {
  event.preventDefault();
}
