import { whileAllowed } from '../while-allowed.ts';
import type { OpenShare, OpenShares } from './open-shares.ts';

/** Aborts running responses to guests when their share ends: a large file on a slow connection could take hours. */
export class WhileOpen {
  readonly #open: Pick<OpenShares, 'isStillOpen'>;

  constructor(open: Pick<OpenShares, 'isStillOpen'>) {
    this.#open = open;
  }

  isOpen({ row }: Pick<OpenShare, 'row'>): boolean {
    return this.#open.isStillOpen(row);
  }

  /**
   * @param signal aborted when the client disconnects
   * @returns a signal that is also aborted when the share ends; the caller must call `end` when the response is complete
   */
  of({ row }: OpenShare, signal: AbortSignal): { signal: AbortSignal; end: () => void } {
    return whileAllowed(signal, {
      isAllowed: () => this.#open.isStillOpen(row),
      reason: () => new Error('The share has ended.'),
    });
  }
}
