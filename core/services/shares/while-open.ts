import type { OpenShare, OpenShares } from './open-shares.ts';

/** Milliseconds after which an answer that goes on for long ends with its share, at most. */
const usualPause = 5000;

/** Aborts the downloads of guests when their share ends: a large file on a slow line would go on for hours. */
export class WhileOpen {
  readonly #open: Pick<OpenShares, 'isStillOpen'>;
  readonly #pause: number;

  /** @param pause milliseconds between two looks */
  constructor(open: Pick<OpenShares, 'isStillOpen'>, pause = usualPause) {
    this.#open = open;
    this.#pause = pause;
  }

  isOpen({ row }: Pick<OpenShare, 'row'>): boolean {
    return this.#open.isStillOpen(row);
  }

  /**
   * @param signal of the client
   * @returns a signal that is aborted with it, or when the share has ended; `end` is to be called when the answer has
   */
  of({ row }: OpenShare, signal: AbortSignal): { signal: AbortSignal; end: () => void } {
    const over = new AbortController();
    const timer = setInterval(() => {
      if (!this.#open.isStillOpen(row)) over.abort(new Error('The share has ended.'));
    }, this.#pause);
    timer.unref();
    return {
      signal: AbortSignal.any([signal, over.signal]),
      end: () => {
        clearInterval(timer);
      },
    };
  }
}
