import PQueue from 'p-queue';
import { onAbort } from 'photofinch/plugin-api/toolkit';
import { BridgeError } from './errors.ts';

export interface TurnLimits {
  /** How many turns can be taken at the same time. */
  readonly atOnce: number;
  /** How many requests may wait for a turn. */
  readonly waiting: number;
  /** Milliseconds to wait for a turn. */
  readonly patience: number;
}

/** Assigns turns in the order of requests, so that the number of open files is limited for any number of clients. */
export class Turns {
  readonly #queue: PQueue;
  readonly #limits: TurnLimits;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
    this.#queue = new PQueue({ concurrency: limits.atOnce });
  }

  /**
   * Waits for a turn.
   * @returns ends the turn; calling it again does nothing
   * @throws BridgeError `rate_limited` if too many requests are waiting; the signal's reason if it is aborted
   */
  async take(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#queue.size >= this.#limits.waiting) throw tooBusy();
    // Only the wait can be cancelled through the queue: a turn lasts until its holder ends it.
    const cancelWait = new AbortController();
    const stopListening = onAbort(signal, () => {
      cancelWait.abort(signal.reason);
    });
    const timer = setTimeout(() => {
      cancelWait.abort(tooBusy());
    }, this.#limits.patience);
    const settle = (): void => {
      clearTimeout(timer);
      stopListening();
    };
    return new Promise((resolve, reject) => {
      const turn = (): Promise<void> =>
        new Promise((end) => {
          settle();
          resolve(end);
        });
      this.#queue.add(turn, { signal: cancelWait.signal }).catch((error: unknown) => {
        settle();
        reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
  }
}

const tooBusy = (): BridgeError =>
  new BridgeError('rate_limited', 'Too many files are being read: try again in a moment.', {
    headers: { 'retry-after': '2' },
  });
