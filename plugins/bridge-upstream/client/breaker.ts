import { BridgeFailure } from './failure.ts';

/** The outcome of one call to the bridge. Exactly one of these is called. */
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
 * Circuit breaker for a bridge that does not answer: after some failures in a row no call passes for a while, then one
 * at a time, until the bridge answers. Health requests always pass, so that a recovered bridge is noticed at the first
 * one.
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
   * @param always whether this call passes in any state
   * @throws BridgeFailure `unreachable` while no call passes
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
        // Frequent callers must not make the others wait for longer.
        if (always && this.#openUntil !== undefined) this.#lastFailure = why.message;
        else this.failed(why);
      },
      left: () => {
        this.#release(call);
      },
    };
  }

  /** A call that had been answered failed later. */
  failed(why: Error): void {
    this.#failures += 1;
    this.#lastFailure = why.message;
    if (this.#failures >= this.#limit) this.#openUntil = this.#clock() + this.#pause;
  }

  #release(call: symbol): void {
    if (this.#probe === call) this.#probe = undefined;
  }

  /** The error of a rejected call. It repeats the last problem, in words that stay the same between calls. */
  #notAsked(): BridgeFailure {
    const message = `${this.#lastFailure} That was so several times in a row: the bridge is asked again within ${this.#pause / 1000} seconds.`;
    return new BridgeFailure('unreachable', message, { bridge: 'unasked' });
  }
}
