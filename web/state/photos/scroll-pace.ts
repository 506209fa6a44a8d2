/** Above this speed, in view heights per second, photos pass too fast to be seen. */
const rushFrom = 3;
/** The fraction of that speed below which they can be seen again. */
const rushUntil = 0.8;
/** Consecutive scroll steps before it counts as fast: a single one is a jump to a place that the user wants to see. */
const minSteps = 4;
/** A pause of this many milliseconds starts a new measurement. */
const pause = 250;
/** Milliseconds over which the speed is averaged, since single frames come late or early. */
const memory = 100;

/** How fast a list is scrolled. */
export class ScrollPace {
  #last: { readonly top: number; readonly time: number } | null = null;
  #steps = 0;
  #distance = 0;
  #duration = 0;
  #isRush = false;

  /**
   * @param top of the view, in pixels
   * @param time in milliseconds
   * @param height of the view, in pixels
   * @returns whether photos pass too fast to be seen
   */
  scrolled(top: number, time: number, height: number): boolean {
    const last = this.#last;
    this.#last = { top, time };
    if (!last || time - last.time > pause) {
      this.rest();
      this.#last = { top, time };
      return false;
    }
    const decay = Math.exp((last.time - time) / memory);
    this.#steps++;
    this.#distance = decay * this.#distance + Math.abs(top - last.top);
    this.#duration = decay * this.#duration + time - last.time;
    const heightsASecond = (1000 * this.#distance) / Math.max(1, this.#duration) / Math.max(1, height);
    this.#isRush = this.#steps >= minSteps && heightsASecond > (this.#isRush ? rushUntil * rushFrom : rushFrom);
    return this.#isRush;
  }

  /** To be called when scrolling has ended. */
  rest(): void {
    this.#last = null;
    this.#steps = 0;
    this.#distance = 0;
    this.#duration = 0;
    this.#isRush = false;
  }
}
