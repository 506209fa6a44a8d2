import { BridgeFailure } from './failure.ts';

/** How one call to the bridge went. Exactly one of these is told. */
export interface Passage {
  answered(): void;
  failed(why: Error): void;
  /** The caller gave up: nothing was learned. */
  left(): void;
}

interface BreakerOptions {
  /** Milliseconds, from any beginning, that never go back. */
  readonly clock: () => number;
  /** Failures in a row. */
  readonly limit?: number;
  /** Milliseconds. */
  readonly pause?: number;
}

/**
 * Keeps calls from a bridge that does not answer: after some failures in a row none is let through for a while, then one
 * at a time, until the bridge answers. The question after its health is always let through, so that a bridge that is back
 * is known to be back as soon as somebody asks.
 */
export class Breaker {
  readonly #clock: () => number;
  readonly #limit: number;
  readonly #pause: number;
  #failures = 0;
  #lastFailure = '';
  #openUntil: number | undefined;
  #probe: symbol | undefined;

  constructor({ clock, limit = 5, pause = 30_000 }: BreakerOptions) {
    this.#clock = clock;
    this.#limit = limit;
    this.#pause = pause;
  }

  /**
   * @param always whether this call is let through whatever is known of the bridge
   * @throws BridgeFailure `unreachable` while no call is let through
   */
  enter(always = false): Passage {
    const call = Symbol('call');
    if (this.#openUntil !== undefined && !always) {
      if (this.#clock() < this.#openUntil || this.#probe !== undefined) throw this.#notAsked();
      this.#probe = call;
    }
    return {
      answered: () => {
        this.#failures = 0;
        this.#openUntil = undefined;
        this.#probe = undefined;
      },
      failed: (why) => {
        this.#release(call);
        // Who asks often must not keep the others waiting for longer.
        if (always && this.#openUntil !== undefined) this.#lastFailure = why.message;
        else this.failed(why);
      },
      left: () => {
        this.#release(call);
      },
    };
  }

  /** A call that had been answered came to a stop later. */
  failed(why: Error): void {
    this.#failures += 1;
    this.#lastFailure = why.message;
    if (this.#failures >= this.#limit) this.#openUntil = this.#clock() + this.#pause;
  }

  #release(call: symbol): void {
    if (this.#probe === call) this.#probe = undefined;
  }

  /** What is wrong stays told while nobody asks, in words that do not change by the second. */
  #notAsked(): BridgeFailure {
    const message = `${this.#lastFailure} That was so several times in a row: the bridge is asked again within ${this.#pause / 1000} seconds.`;
    return new BridgeFailure('unreachable', message, { bridge: 'unasked' });
  }
}
