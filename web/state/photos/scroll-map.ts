/** Pixels: where the browser's scroll bar stands, and the height of the timeline that shows at the top of the view. */
export interface ScrollPosition {
  readonly physical: number;
  readonly virtual: number;
}

/**
 * Browsers cut elements off at 17 to 33 million pixels, fewer on dense screens. A higher timeline is folded into an
 * element of this height.
 */
export const tallestElement = 8_000_000;

/** Part of the element, at both ends, where one pixel stays one pixel: there the ends are reached exactly. */
const trueEnds = 0.1;

/**
 * Maps scroll positions of an element of bounded height to those of a timeline of any height.
 *
 * A short timeline is mapped one to one. In a taller one the middle is squeezed, which alone would make the wheel run
 * too fast there; so small steps are followed pixel by pixel (`follow`), which lets the two positions drift apart, and
 * `settle` brings them together again while nobody is scrolling.
 */
export class ScrollMap {
  readonly elementHeight: number;
  readonly #viewHeight: number;
  /** The furthest positions that can be scrolled to. */
  readonly #physicalEnd: number;
  readonly #virtualEnd: number;
  readonly #end: number;

  constructor(timelineHeight: number, viewHeight: number, limit = tallestElement) {
    this.elementHeight = Math.min(timelineHeight, limit);
    this.#viewHeight = viewHeight;
    this.#physicalEnd = Math.max(0, this.elementHeight - viewHeight);
    this.#virtualEnd = Math.max(0, timelineHeight - viewHeight);
    this.#end = this.#physicalEnd * trueEnds;
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

  /** The position after the browser scrolled to `physical`: a wheel's step is taken as it is, a leap by proportion. */
  follow(from: ScrollPosition, physical: number): ScrollPosition {
    const step = physical - from.physical;
    const leap = Math.abs(step) > 2 * this.#viewHeight || physical <= 0 || physical >= this.#physicalEnd;
    return { physical, virtual: leap ? this.toVirtual(physical) : clamp(from.virtual + step, this.#virtualEnd) };
  }

  /** The position that shows `virtual`, both sides in agreement. */
  at(virtual: number): ScrollPosition {
    const v = clamp(virtual, this.#virtualEnd);
    // A browser rounds what it is told: whole pixels are taken as they are.
    const physical = Math.round(this.toPhysical(v));
    return { physical, virtual: this.#physicalEnd === this.#virtualEnd ? physical : v };
  }

  /** The same view, both sides in agreement; the given position itself when they are within a pixel. */
  settle(position: ScrollPosition): ScrollPosition {
    const settled = this.at(position.virtual);
    return Math.abs(settled.physical - position.physical) < 1 ? position : settled;
  }

  /** Timeline pixels to one element pixel, in the middle. */
  get #squeeze(): number {
    const middle = this.#physicalEnd - 2 * this.#end;
    return middle > 0 ? (this.#virtualEnd - 2 * this.#end) / middle : 1;
  }
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(0, value), most);
}
