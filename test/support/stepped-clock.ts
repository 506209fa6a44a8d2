import { stat } from 'node:fs/promises';
import type { MeterClock } from '../../plugins/bridge-upstream/bridge/meter/meter.ts';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/**
 * Turns of the event loop after which all running work must have reached its next sleep: a request takes some dozens.
 */
const turns = 300;
/** After this many turns a file is accessed, so that pending file accesses finish first, even on a slow disk. */
const turnsPerLook = 10;

/** A clock that stands still while any work is running, and then moves to the time at which the first sleeper wakes. */
export class SteppedClock implements MeterClock {
  #now = 0;
  readonly #asleep = new Set<Sleeper>();

  now(): number {
    return this.#now;
  }

  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const sleeper = { until: this.#now + milliseconds, wake: resolve };
      this.#asleep.add(sleeper);
      const giveUp = (): void => {
        this.#asleep.delete(sleeper);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, { once: true });
    });
  }

  /** Advances the clock until `work` is done. */
  async during<T>(work: Promise<T>): Promise<T> {
    const over = new AbortController();
    const end = (): void => {
      over.abort();
    };
    work.then(end, end);
    while (!over.signal.aborted) {
      for (let turn = 0; turn < turns; turn += 1) {
        await new Promise(setImmediate);
        if (turn % turnsPerLook === 0) await stat(import.meta.filename);
      }
      const first = [...this.#asleep].sort((a, b) => a.until - b.until)[0];
      if (!first) continue;
      this.#now = Math.max(this.#now, first.until);
      for (const sleeper of this.#asleep) {
        if (sleeper.until > this.#now) continue;
        this.#asleep.delete(sleeper);
        sleeper.wake();
      }
    }
    return work;
  }
}
