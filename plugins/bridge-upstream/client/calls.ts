import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { withinTime } from 'photofinch/plugin-api/toolkit';
import { Breaker } from './breaker.ts';
import { BridgeFailure } from './failure.ts';

interface CallOptions {
  readonly signal: AbortSignal;
  /** Milliseconds for all of it, tries and pauses included. */
  readonly ms: number;
  readonly tooLate: () => BridgeFailure;
  /** Whether to try once more if the bridge answers that a retry may help. */
  readonly whenBusy?: boolean;
  /** Whether to call it also while other calls to the bridge are paused. */
  readonly always?: boolean;
}

/** Times that a request is sent again when no answer has begun. */
const moreTries = 2;

/** Failures after which the bridge is left alone. */
const failuresInARow = 5;

/** Milliseconds before another try; random, so that callers that failed together do not return together. */
const pause = { from: 50, to: 400 };

/** How every question to the bridge is put: within its time, past the breaker, and again when that is worth it. */
export class Calls {
  readonly #breaker: Breaker;
  readonly #closing = new AbortController();

  /**
   * @param clock milliseconds that never go back
   * @param workers reads of the indexer that may fail at once, over damaged files of a store that is well otherwise
   */
  constructor(clock: () => number, workers: number) {
    // Even then, the request for the bridge's health, which distinguishes these cases, gets through.
    this.#breaker = new Breaker({ clock, limit: Math.max(failuresInARow, workers + 1) });
    // Every running call listens.
    setMaxListeners(0, this.#closing.signal);
  }

  /** @param ask one try: a read without an effect on the bridge, which has passed on nothing when it fails */
  async run<T>(ask: (signal: AbortSignal) => Promise<T>, options: CallOptions): Promise<T> {
    const { signal, ms, tooLate, whenBusy = false, always = false } = options;
    signal.throwIfAborted();
    const passage = this.#breaker.enter(always);
    try {
      const result = await withinTime((inTime) => tries(ask, inTime, whenBusy), {
        ms,
        signals: [signal, this.#closing.signal],
        tooLate,
      });
      passage.answered();
      return result;
    } catch (error) {
      const failure = error instanceof BridgeFailure ? error : undefined;
      if (failure?.bridge === 'answered') passage.answered();
      else if (failure?.bridge === 'silent') passage.failed(failure);
      else passage.left();
      throw error;
    }
  }

  /** The bridge fell silent in the middle of an answer. */
  fellSilent(why: BridgeFailure): void {
    this.#breaker.failed(why);
  }

  /** Ends the running calls and rejects further ones. */
  close(): void {
    const over = new BridgeFailure('unreachable', 'The bridge is not asked any more: the server stops.', {
      bridge: 'unasked',
    });
    this.#closing.abort(over);
  }
}

async function tries<T>(ask: (signal: AbortSignal) => Promise<T>, signal: AbortSignal, whenBusy: boolean): Promise<T> {
  let connections = moreTries;
  let busy = whenBusy ? 1 : 0;
  for (;;) {
    try {
      return await ask(signal);
    } catch (error) {
      const again = error instanceof BridgeFailure && !signal.aborted ? error.again : undefined;
      if (again === 'connection' ? connections-- <= 0 : again !== 'busy' || busy-- <= 0) throw error;
      await sleep(pause.from + Math.random() * (pause.to - pause.from), undefined, { signal });
    }
  }
}
