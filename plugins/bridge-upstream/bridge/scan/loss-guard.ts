import { isMassLoss, lossesCountTogether } from 'photofinch/plugin-api/toolkit';
import type { Feed } from '../journal/feed.ts';
import type { State } from '../journal/state.ts';

/** What the guard asks a journal, whichever kind it is. */
export interface GuardedJournal {
  readonly state: State;
  readonly feed: Feed;
  counts(): { readonly photos: number };
}

/** Stands between what a listing no longer shows and the journal: a large loss waits for an admin's word. */
export class LossGuard {
  readonly #journal: GuardedJournal;

  constructor(journal: GuardedJournal) {
    this.#journal = journal;
  }

  /**
   * Whether so many photos may be given up. If not, writes down what an admin has to agree to.
   * @param missing photos that are out of sight
   * @param empty whether the listing showed no photo at all
   * @param now epoch seconds
   */
  allows(missing: number, empty: boolean, now: number): boolean {
    const { state, feed } = this.#journal;
    const held = state.get('mass_loss');
    if (missing === 0) {
      this.#forget();
      return true;
    }
    const recent = feed.photosGoneSince(Math.max(now - lossesCountTogether, state.get('losses_settled_at') ?? 0));
    const lost = missing + recent;
    // What came while the loss was held must not make it look smaller.
    const total = Math.min(this.#journal.counts().photos + recent, held?.total ?? Infinity);
    if (!empty && !isMassLoss(lost, total)) {
      this.#forget();
      return true;
    }
    if (lost <= (state.get('loss_agreed') ?? 0)) return true;
    if (held?.missing !== lost || held.total !== total) {
      state.set('mass_loss', { missing: lost, total, since: held?.since ?? now });
    }
    return false;
  }

  /** The photos are given up: an admin's word is used, and the next loss is counted anew. */
  settled(now: number): void {
    const { state } = this.#journal;
    if (state.get('loss_agreed') === undefined) return;
    // Whatever went within this second belongs to the loss that was agreed to.
    state.set('losses_settled_at', now + 1);
    this.#forget();
  }

  #forget(): void {
    const { state } = this.#journal;
    if (state.get('mass_loss')) state.delete('mass_loss');
    if (state.get('loss_agreed') !== undefined) state.delete('loss_agreed');
  }
}
