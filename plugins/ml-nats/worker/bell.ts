import { setTimeout as sleep } from 'node:timers/promises';
import { linkedSignal } from 'photofinch/plugin-api/toolkit';

/** An event to wait for, with a time limit. An event without a waiter is kept for the next one. */
export class Bell {
  #rung = new AbortController();

  ring(): void {
    this.#rung.abort();
  }

  /**
   * Resolves when the bell rings (or at once if it has rung since the last call), after `ms`, or when the signal is aborted.
   */
  async heard(ms: number, signal: AbortSignal): Promise<void> {
    const woken = linkedSignal(signal, this.#rung.signal);
    await sleep(ms, undefined, { signal: woken.signal }).catch(() => undefined);
    woken.release();
    this.#rung = new AbortController();
  }
}
