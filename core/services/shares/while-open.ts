import type { OpenShare, OpenShares } from './open-shares.ts';

/** The maximum delay, in milliseconds, until a running response ends after its share has ended. */
const usualPause = 5000;

/** Aborts running responses to guests when their share ends: a large file on a slow connection could take hours. */
export class WhileOpen {
  readonly #open: Pick<OpenShares, 'isStillOpen'>;
  readonly #pause: number;

  /** @param pause milliseconds between two checks */
  constructor(open: Pick<OpenShares, 'isStillOpen'>, pause = usualPause) {
    this.#open = open;
    this.#pause = pause;
  }

  isOpen({ row }: Pick<OpenShare, 'row'>): boolean {
    return this.#open.isStillOpen(row);
  }

  /**
   * @param signal aborted when the client disconnects
   * @returns a signal that is also aborted when the share ends; the caller must call `end` when the response is complete
   */
  of({ row }: OpenShare, signal: AbortSignal): { signal: AbortSignal; end: () => void } {
    const ended = new AbortController();
    const timer = setInterval(() => {
      if (!this.#open.isStillOpen(row)) ended.abort(new Error('The share has ended.'));
    }, this.#pause);
    timer.unref();
    const end = (): void => {
      clearInterval(timer);
    };
    const either = AbortSignal.any([signal, ended.signal]);
    // The rest of a response may still be ending when the index is closed.
    either.addEventListener('abort', end);
    return { signal: either, end };
  }
}
