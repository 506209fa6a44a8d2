import { batch, signal } from '@preact/signals';
import { fitInto, clampZoom, movedBy, scaledAt, toggled, unzoomed, type Point, type Size } from './zoom.ts';

/** A pointer that is pressed on the picture. */
export interface Press extends Point {
  readonly id: number;
  /** Milliseconds. */
  readonly time: number;
  readonly touch: boolean;
}

/** The action of a swipe. */
export type Wish = 'newer' | 'older' | 'close';

/** Movements of a finger below this many pixels are ignored. */
const dragTolerance = 10;
/** The second tap of a double tap is within this many milliseconds and pixels. */
const doubleTap = { time: 320, distance: 36 };
/**
 * A swipe counts if it covers this fraction of the view, or is this fast, in pixels per millisecond, over at least `least`
 * pixels.
 */
const swipe = { far: 0.25, fast: 0.45, least: 30 };
const keyStep = 1.6;

interface Pointer {
  start: Press;
  last: Press;
}

/** Zoom and gestures of the open photo. */
export class PhotoView {
  readonly fit = signal(fitInto({ width: 0, height: 0 }, null));
  readonly zoom = signal(unzoomed);
  /** How far a swipe has dragged the picture; null without a swipe. */
  readonly drag = signal<Point | null>(null);
  /** Whether the zoom is animated: not while a finger or the wheel controls it. */
  readonly gently = signal(false);
  readonly #held = new Map<number, Pointer>();
  #axis: 'x' | 'y' | null = null;
  #picture: Size | null = null;
  #zooms = true;
  #tap: Press | null = null;
  /** Whether the gesture is more than a tap. */
  #moved = false;
  /** Whether the gesture has had two fingers: the one that is lifted last does not swipe. */
  #pinched = false;

  /** A rectangle of the photo on the stage, in px: its top left corner relative to the middle, and its size. */
  onStage({ x, y, w, h }: { x: number; y: number; w: number; h: number }): Point & Size {
    const { box } = this.fit.value;
    const zoom = this.zoom.value;
    const [width, height] = [box.width * zoom.scale, box.height * zoom.scale];
    return { x: zoom.x + (x - 0.5) * width, y: zoom.y + (y - 0.5) * height, width: w * width, height: h * height };
  }

  /**
   * Shows another photo.
   * @param keep whether the zoom stays
   * @param zooms whether fingers zoom it: taps on a video do something else
   */
  show(picture: Size | null, keep = false, zooms = true): void {
    this.#zooms = zooms;
    this.#held.clear();
    this.#tap = null;
    batch(() => {
      this.drag.value = null;
      this.gently.value = false;
      if (!keep) this.zoom.value = unzoomed;
      this.setPicture(picture);
    });
  }

  /** Sets the size of the upright picture when it is known. */
  setPicture(picture: Size | null): void {
    this.#picture = picture;
    this.resize(this.fit.peek().view);
  }

  resize(view: Size): void {
    const fit = fitInto(view, this.#picture);
    batch(() => {
      this.fit.value = fit;
      this.zoom.value = clampZoom(this.zoom.peek(), fit);
    });
  }

  /** @param delta wheel pixels, positive downwards; a pinch on a touch pad also arrives as wheel events */
  wheel(at: Point, delta: number): void {
    this.#to(scaledAt(this.zoom.peek(), this.zoom.peek().scale * Math.exp(-delta / 300), at, this.fit.peek()), false);
  }

  zoomIn(): void {
    this.#scale(keyStep);
  }

  zoomOut(): void {
    this.#scale(1 / keyStep);
  }

  whole(): void {
    this.#to(unzoomed, true);
  }

  /** Moves a zoomed picture by a fraction of the view. @returns whether it moved */
  pan(across: number, down: number): boolean {
    const { view } = this.fit.peek();
    const oldZoom = this.zoom.peek();
    const zoom = movedBy(oldZoom, { x: across * view.width, y: down * view.height }, this.fit.peek());
    if (zoom.x === oldZoom.x && zoom.y === oldZoom.y) return false;
    this.#to(zoom, true);
    return true;
  }

  /** Toggles between the whole picture and its actual pixels around a point. */
  toggle(at: Point): void {
    this.#to(toggled(this.zoom.peek(), at, this.fit.peek()), true);
  }

  press(press: Press): void {
    if (this.#held.size === 0) {
      this.#axis = null;
      this.#moved = false;
      this.#pinched = false;
    }
    this.#held.set(press.id, { start: press, last: press });
    if (this.#held.size > 1) {
      this.#moved = true;
      this.#pinched = true;
      this.drag.value = null;
    }
  }

  move(press: Press): void {
    const pointer = this.#held.get(press.id);
    if (!pointer) return;
    const { last, start } = pointer;
    const by = { x: press.x - last.x, y: press.y - last.y };
    const otherPoint = [...this.#held].find(([id]) => id !== press.id)?.[1].last;
    pointer.last = press;
    if (otherPoint) {
      this.#pinch(otherPoint, last, press);
      return;
    }
    if (!this.#moved && Math.hypot(press.x - start.x, press.y - start.y) < dragTolerance) return;
    this.#moved = true;
    if (this.zoom.peek().scale > 1) this.#to(movedBy(this.zoom.peek(), by, this.fit.peek()), false);
    else if (press.touch && !this.#pinched) this.#swipe(start, press);
  }

  /** @returns the action of a swipe that ends */
  release(press: Press): Wish | null {
    const pointer = this.#held.get(press.id);
    this.#held.delete(press.id);
    if (!pointer || this.#held.size > 0) return null;
    const { drag } = this;
    const dragged = drag.peek();
    batch(() => {
      this.gently.value = true;
      drag.value = null;
    });
    if (!this.#moved) this.#tapped(press);
    return dragged && this.#wish(dragged, press.time - pointer.start.time);
  }

  /** To be called when the browser cancels the pointer. */
  cancel(id: number): void {
    this.#held.delete(id);
    this.drag.value = null;
  }

  #scale(by: number): void {
    this.#to(scaledAt(this.zoom.peek(), this.zoom.peek().scale * by, { x: 0, y: 0 }, this.fit.peek()), true);
  }

  #to(zoom: typeof unzoomed, isAnimated: boolean): void {
    batch(() => {
      this.gently.value = isAnimated;
      this.zoom.value = zoom;
    });
  }

  #pinch(otherPoint: Point, from: Point, to: Point): void {
    const oldDistance = Math.hypot(from.x - otherPoint.x, from.y - otherPoint.y);
    const newDistance = Math.hypot(to.x - otherPoint.x, to.y - otherPoint.y);
    const middle = { x: (to.x + otherPoint.x) / 2, y: (to.y + otherPoint.y) / 2 };
    const by = { x: (to.x - from.x) / 2, y: (to.y - from.y) / 2 };
    if (!this.#zooms) return;
    const fit = this.fit.peek();
    const zoom = movedBy(this.zoom.peek(), by, fit);
    this.#to(oldDistance > 0 ? scaledAt(zoom, (zoom.scale * newDistance) / oldDistance, middle, fit) : zoom, false);
  }

  #swipe(start: Point, now: Point): void {
    const by = { x: now.x - start.x, y: now.y - start.y };
    this.#axis ??= Math.abs(by.x) >= Math.abs(by.y) ? 'x' : 'y';
    this.drag.value = this.#axis === 'x' ? { x: by.x, y: 0 } : { x: 0, y: Math.max(0, by.y) };
  }

  #wish({ x, y }: Point, duration: number): Wish | null {
    const { width, height } = this.fit.peek().view;
    const fast = Math.max(swipe.least, swipe.fast * duration);
    if (x !== 0) return Math.abs(x) > Math.min(width * swipe.far, fast) ? (x > 0 ? 'newer' : 'older') : null;
    return y > Math.min(height * swipe.far, fast) ? 'close' : null;
  }

  #tapped(press: Press): void {
    const previousTap = this.#tap;
    const isSecond =
      previousTap !== null &&
      press.time - previousTap.time < doubleTap.time &&
      Math.hypot(press.x - previousTap.x, press.y - previousTap.y) < doubleTap.distance;
    this.#tap = isSecond ? null : press;
    if (isSecond && this.#zooms) this.toggle(press);
  }
}
