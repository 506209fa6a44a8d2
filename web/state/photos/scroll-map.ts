/** In pixels: the position of the browser's scroll bar, and the height of the timeline at the top of the view. */
export interface ScrollPosition {
  readonly physical: number;
  readonly virtual: number;
}

/**
 * Browsers limit the height of elements to between 17 and 33 million pixels, less on dense screens. A higher timeline is
 * mapped to an element of this height.
 */
export const tallestElement = 8_000_000;

/** The fraction of the element at each end in which pixels map one to one, so that the ends are reached exactly. */
const exactEnds = 0.1;

/**
 * Maps scroll positions of an element of limited height to those of a timeline of any height.
 *
 * A short timeline maps one to one. The middle part of a taller one is compressed, so the wheel would scroll too fast
 * there. Therefore small steps are followed pixel by pixel (`follow`). This makes the two positions drift apart, and
 * `settle` aligns them when scrolling has stopped.
 */
export class ScrollMap {
  readonly elementHeight: number;
  readonly #viewHeight: number;
  /** The last positions that can be scrolled to. */
  readonly #physicalEnd: number;
  readonly #virtualEnd: number;
  readonly #end: number;

  constructor(timelineHeight: number, viewHeight: number, limit = tallestElement) {
    this.elementHeight = Math.min(timelineHeight, limit);
    this.#viewHeight = viewHeight;
    this.#physicalEnd = Math.max(0, this.elementHeight - viewHeight);
    this.#virtualEnd = Math.max(0, timelineHeight - viewHeight);
    this.#end = this.#physicalEnd * exactEnds;
  }

  toVirtual(physical: number): number {
    const p = clamp(physical, this.#physicalEnd);
    if (p <= this.#end) return p;
    if (p >= this.#physicalEnd - this.#end) return this.#virtualEnd - (this.#physicalEnd - p);
    return this.#end + (p - this.#end) * this.#squeeze;
  }

  toPhysical(virtual: number): number {
    const v = clamp(virtual, this.#virtualEnd);
    if (v <= this.#end) return v;
    if (v >= this.#virtualEnd - this.#end) return this.#physicalEnd - (this.#virtualEnd - v);
    return this.#end + (v - this.#end) / this.#squeeze;
  }

  /** The position after the browser scrolled to `physical`: small steps count pixel by pixel, jumps by proportion. */
  follow(from: ScrollPosition, physical: number): ScrollPosition {
    const step = physical - from.physical;
    const leap = Math.abs(step) > 2 * this.#viewHeight || physical <= 0 || physical >= this.#physicalEnd;
    return { physical, virtual: leap ? this.toVirtual(physical) : clamp(from.virtual + step, this.#virtualEnd) };
  }

  /** The position that shows `virtual`, with both values aligned. */
  at(virtual: number): ScrollPosition {
    const v = clamp(virtual, this.#virtualEnd);
    // Browsers round scroll positions to whole pixels.
    const physical = Math.round(this.toPhysical(v));
    return { physical, virtual: this.#physicalEnd === this.#virtualEnd ? physical : v };
  }

  /** The same view with both values aligned; the same object if they are within a pixel. */
  settle(position: ScrollPosition): ScrollPosition {
    const settled = this.at(position.virtual);
    return Math.abs(settled.physical - position.physical) < 1 ? position : settled;
  }

  /** Timeline pixels per element pixel in the middle part. */
  get #squeeze(): number {
    const middle = this.#physicalEnd - 2 * this.#end;
    return middle > 0 ? (this.#virtualEnd - 2 * this.#end) / middle : 1;
  }
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(0, value), max);
}
