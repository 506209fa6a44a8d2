import { setImmediate } from 'node:timers/promises';
import { abortable } from '../plugin-api/toolkit/abortable.ts';

/** Lets waiting requests be answered between two pieces of work. */
export async function letOthersRun(signal: AbortSignal): Promise<void> {
  await setImmediate();
  signal.throwIfAborted();
}

/** Milliseconds: the longest time of a timer, some 24 days. */
const longestPause = 2 ** 31 - 1;

/** A pause that can be ended early. */
export class WakeablePause {
  #end: (() => void) | undefined;

  /**
   * Resolves after a time, or sooner if `wake` is called or the signal is aborted.
   * @param ms milliseconds; a longer pause than a timer can have is shortened to that
   * @param options.unref whether the process may end during the pause
   */
  async wait(ms: number, signal: AbortSignal, { unref = false } = {}): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const pause = (resolve: (value?: undefined) => void): void => {
      this.#end = resolve;
      timer = setTimeout(resolve, Math.min(ms, longestPause));
      if (unref) timer.unref();
    };
    await abortable(signal, pause).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    clearTimeout(timer);
  }

  /** Ends the pause if there is one. */
  wake(): void {
    this.#end?.();
  }
}
