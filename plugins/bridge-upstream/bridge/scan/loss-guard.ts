import { isMassLoss, lossesCountTogether } from 'photofinch/plugin-api/toolkit';
import type { Feed } from '../journal/feed.ts';
import type { State } from '../journal/state.ts';

/** The parts of a journal that the guard needs, common to both kinds of journals. */
export interface GuardedJournal {
  readonly state: State;
  readonly feed: Feed;
  counts(): { readonly photos: number };
}

/** Protects the journal against incomplete listings: a large loss needs an admin's consent. */
export class LossGuard {
  readonly #journal: GuardedJournal;

  constructor(journal: GuardedJournal) {
    this.#journal = journal;
  }

  /**
   * Whether this many photos may be removed. If not, the loss is recorded, and waits for an admin's consent.
   * @param missing the number of missing photos
   * @param isEmpty whether the listing contained no photo at all
   * @param now epoch seconds
   */
  allows(missing: number, isEmpty: boolean, now: number): boolean {
    const { state, feed } = this.#journal;
    const recorded = state.get('mass_loss');
    if (missing === 0) {
      this.#forget();
      return true;
    }
    const recent = feed.photosGoneSince(Math.max(now - lossesCountTogether, state.get('losses_settled_at') ?? 0));
    const lost = missing + recent;
    // Photos that were added in the meantime must not make the loss look smaller.
    const total = Math.min(this.#journal.counts().photos + recent, recorded?.total ?? Infinity);
    if (!isEmpty && !isMassLoss(lost, total)) {
      this.#forget();
      return true;
    }
    if (lost <= (state.get('loss_agreed') ?? 0)) return true;
    if (recorded?.missing !== lost || recorded.total !== total) {
      state.set('mass_loss', { missing: lost, total, since: recorded?.since ?? now });
    }
    return false;
  }

  /** To be called after the photos were removed: the consent is used up, and later losses are counted from zero. */
  settled(now: number): void {
    const { state } = this.#journal;
    if (state.get('loss_agreed') === undefined) return;
    // Removals within this second belong to the accepted loss.
    state.set('losses_settled_at', now + 1);
    this.#forget();
  }

  #forget(): void {
    const { state } = this.#journal;
    if (state.get('mass_loss')) state.delete('mass_loss');
    if (state.get('loss_agreed') !== undefined) state.delete('loss_agreed');
  }
}
