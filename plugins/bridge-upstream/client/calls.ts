import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { withinTime } from 'photofinch/plugin-api/toolkit';
import { Breaker } from './breaker.ts';
import { BridgeFailure } from './failure.ts';

interface CallOptions {
  readonly signal: AbortSignal;
  /** Milliseconds for the whole call, including retries and pauses. */
  readonly ms: number;
  readonly tooLate: () => BridgeFailure;
  /** Whether to retry once if the bridge responds that a retry may help. */
  readonly whenBusy?: boolean;
  /** Whether the call is allowed even while other calls to the bridge are paused. */
  readonly always?: boolean;
}

/** Retries if no response has begun. */
const moreTries = 2;

/** The number of consecutive failures after which calls are paused. */
const failuresInARow = 5;

/** Milliseconds before a retry; random, so that callers that failed together do not retry together. */
const pause = { from: 50, to: 400 };

/** Calls to the bridge: each with a time limit, through the circuit breaker, and with retries if they make sense. */
export class Calls {
  readonly #breaker: Breaker;
  readonly #closing = new AbortController();

  /**
   * @param clock milliseconds of a monotonic clock
   * @param workers concurrent reads of the indexer, which may all fail because of damaged files in a store that is
   * otherwise fine
   */
  constructor(clock: () => number, workers: number) {
    // If all workers fail at once, the breaker stays closed: the health check after it shows whether the bridge is fine.
    this.#breaker = new Breaker({ clock, limit: Math.max(failuresInARow, workers + 1) });
    // Each running call adds a listener.
    setMaxListeners(0, this.#closing.signal);
  }

  /**
   * @param ask one attempt: a read without side effects on the bridge, which has returned nothing to the caller if it fails
   */
  async run<T>(ask: (signal: AbortSignal) => Promise<T>, options: CallOptions): Promise<T> {
    const { signal, ms, tooLate, whenBusy = false, always = false } = options;
    signal.throwIfAborted();
    const passage = this.#breaker.enter(always);
    try {
      const result = await withinTime((inTime) => withRetries(ask, inTime, whenBusy), {
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

  /** To be called if the bridge stopped sending in the middle of a response. */
  fellSilent(failure: BridgeFailure): void {
    this.#breaker.failed(failure);
  }

  /** Aborts the running calls and rejects further ones. */
  close(): void {
    const failure = new BridgeFailure('unreachable', 'The bridge is not asked any more: the server stops.', {
      bridge: 'unasked',
    });
    this.#closing.abort(failure);
  }
}

async function withRetries<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  whenBusy: boolean,
): Promise<T> {
  let connectionRetries = moreTries;
  let busyRetries = whenBusy ? 1 : 0;
  for (;;) {
    try {
      return await ask(signal);
    } catch (error) {
      const retryReason = error instanceof BridgeFailure && !signal.aborted ? error.again : undefined;
      if (retryReason === 'connection' ? connectionRetries-- <= 0 : retryReason !== 'busy' || busyRetries-- <= 0)
        throw error;
      await sleep(pause.from + Math.random() * (pause.to - pause.from), undefined, { signal });
    }
  }
}
