import { BridgeFailure } from './failure.ts';

/** Reports the outcome of one call to the bridge. Exactly one of the methods must be called. */
export interface Passage {
  answered(): void;
  failed(failure: Error): void;
  /** The caller gave up, so nothing is known about the bridge. */
  left(): void;
}

interface BreakerOptions {
  /** Milliseconds of a monotonic clock. */
  readonly clock: () => number;
  /** The number of consecutive failures that open the breaker. */
  readonly limit?: number;
  /** Milliseconds for which it stays open. */
  readonly pause?: number;
}

/**
 * A circuit breaker for a bridge that does not respond: after some consecutive failures, no call is allowed for a while,
 * then one at a time, until the bridge responds. Health checks are always allowed, so that the first one notices a
 * recovered bridge.
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
   * @param always whether this call is allowed in any state
   * @throws BridgeFailure `unreachable` while no call is allowed
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
      failed: (failure) => {
        this.#release(call);
        // Frequent health checks must not prolong the pause for other calls.
        if (always && this.#openUntil !== undefined) this.#lastFailure = failure.message;
        else this.failed(failure);
      },
      left: () => {
        this.#release(call);
      },
    };
  }

  /** A call failed after the bridge had responded. */
  failed(failure: Error): void {
    this.#failures += 1;
    this.#lastFailure = failure.message;
    if (this.#failures >= this.#limit) this.#openUntil = this.#clock() + this.#pause;
  }

  #release(call: symbol): void {
    if (this.#probe === call) this.#probe = undefined;
  }

  /** The error of a rejected call. It repeats the last problem, so that the message stays the same between calls. */
  #notAsked(): BridgeFailure {
    const message = `${this.#lastFailure} That was so several times in a row: the bridge is asked again within ${this.#pause / 1000} seconds.`;
    return new BridgeFailure('unreachable', message, { bridge: 'unasked' });
  }
}
