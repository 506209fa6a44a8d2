import type { OpenShare, OpenShares } from './open-shares.ts';

/** Tells of running responses to guests whether their share still allows them: a large file could take hours. */
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
}

export const shareEnded = (): Error => new Error('The share has ended.');
