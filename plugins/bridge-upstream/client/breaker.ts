import { BridgeFailure } from './failure.ts';

/** How one call to the bridge went. Exactly one of these is told. */
export interface Passage {
  answered(): void;
  failed(): void;
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
 * at a time, until the bridge answers.
 */
export class Breaker {
  readonly #clock: () => number;
  readonly #limit: number;
  readonly #pause: number;
  #failures = 0;
  #openUntil: number | undefined;
  #probe: symbol | undefined;

  constructor({ clock, limit = 5, pause = 30_000 }: BreakerOptions) {
    this.#clock = clock;
    this.#limit = limit;
    this.#pause = pause;
  }

  /** @throws BridgeFailure `unreachable` while no call is let through */
  enter(): Passage {
    const call = Symbol('call');
    if (this.#openUntil !== undefined) {
      const left = this.#openUntil - this.#clock();
      if (left > 0) throw notAsked(`it is asked again in ${Math.ceil(left / 1000)} s`);
      if (this.#probe !== undefined) throw notAsked('it is being asked again just now');
      this.#probe = call;
    }
    return {
      answered: () => {
        this.#failures = 0;
        this.#openUntil = undefined;
        this.#probe = undefined;
      },
      failed: () => {
        this.#release(call);
        this.failed();
      },
      left: () => {
        this.#release(call);
      },
    };
  }

  /** A call that had been answered came to a stop later. */
  failed(): void {
    this.#failures += 1;
    if (this.#failures >= this.#limit) this.#openUntil = this.#clock() + this.#pause;
  }

  #release(call: symbol): void {
    if (this.#probe === call) this.#probe = undefined;
  }
}

function notAsked(when: string): BridgeFailure {
  return new BridgeFailure('unreachable', `The bridge did not answer several times in a row: ${when}.`, {
    bridge: 'unasked',
  });
}
