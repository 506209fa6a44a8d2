/** Heights of the view a second from which on photos go by too fast to be looked at. */
const rushFrom = 3;
/** The part of it below which they may be looked at again. */
const rushUntil = 0.8;
/** Steps that follow each other until it is a rush: one alone is a jump, and whoever jumps looks. */
const leastSteps = 4;
/** Milliseconds after which one scrolls anew. */
const pause = 250;
/** Milliseconds that the pace is about: single frames come late or early. */
const memory = 100;

/** How fast a list is scrolled. */
export class ScrollPace {
  #last: { readonly top: number; readonly time: number } | null = null;
  #steps = 0;
  #distance = 0;
  #duration = 0;
  #isRush = false;

  /**
   * @param top of the view, pixels
   * @param time milliseconds
   * @param height of the view, pixels
   * @returns whether photos go by too fast to be looked at
   */
  scrolled(top: number, time: number, height: number): boolean {
    const last = this.#last;
    this.#last = { top, time };
    if (!last || time - last.time > pause) {
      this.rest();
      this.#last = { top, time };
      return false;
    }
    const kept = Math.exp((last.time - time) / memory);
    this.#steps++;
    this.#distance = kept * this.#distance + Math.abs(top - last.top);
    this.#duration = kept * this.#duration + time - last.time;
    const heightsASecond = (1000 * this.#distance) / Math.max(1, this.#duration) / Math.max(1, height);
    this.#isRush = this.#steps >= leastSteps && heightsASecond > (this.#isRush ? rushUntil * rushFrom : rushFrom);
    return this.#isRush;
  }

  /** Scrolling came to rest. */
  rest(): void {
    this.#last = null;
    this.#steps = 0;
    this.#distance = 0;
    this.#duration = 0;
    this.#isRush = false;
  }
}
