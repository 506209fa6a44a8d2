import { whileAllowed } from '../while-allowed.ts';
import type { OpenShare, OpenShares } from './open-shares.ts';

/** Aborts running responses to guests when their share ends: a large file on a slow connection could take hours. */
export class WhileOpen {
  readonly #open: Pick<OpenShares, 'now'>;

  constructor(open: Pick<OpenShares, 'now'>) {
    this.#open = open;
  }

  /**
   * The share as it is now; undefined if it has ended.
   * @param shows whether the share still shows what is read
   */
  now(share: OpenShare, shows: (now: OpenShare) => boolean): OpenShare | undefined {
    const now = this.#open.now(share);
    return now && shows(now) ? now : undefined;
  }

  /**
   * @param options.shows whether the share still shows what is read
   * @param options.signal aborted when the client disconnects
   * @returns a signal that is also aborted when the share ends; the caller must call `end` when the response is complete
   */
  of(
    share: OpenShare,
    { shows, signal }: { shows: (now: OpenShare) => boolean; signal: AbortSignal },
  ): { signal: AbortSignal; end: () => void } {
    return whileAllowed(signal, { isAllowed: () => this.now(share, shows) !== undefined, reason: shareEnded });
  }
}

export const shareEnded = (): Error => new Error('The share has ended.');
