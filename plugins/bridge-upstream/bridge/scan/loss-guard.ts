import { isMassLoss, lossPeriod } from 'photofinch/plugin-api/toolkit';
import type { JournalCatalog } from '../journal/journal-catalog.ts';

/** The parts of a journal of either kind that the guard needs. */
export type GuardedJournal = Pick<JournalCatalog<unknown, unknown>, 'state' | 'feed' | 'counts'>;

/** Protects the journal against incomplete listings: a large loss needs an admin's consent. */
export class LossGuard {
  readonly #journal: GuardedJournal;

  constructor(journal: GuardedJournal) {
    this.#journal = journal;
  }

  /**
   * Whether this many photos may be removed. If not, the loss is recorded, and waits for an admin's consent. A small loss needs
   * none, and ends one that was given.
   * @param missing the number of missing photos
   * @param isEmpty whether the listing contained no photo at all
   * @param now epoch seconds
   */
  allows(missing: number, isEmpty: boolean, now: number): boolean {
    this.atMost(missing, isEmpty, now);
    return this.allowsAtLeast(missing, isEmpty, now);
  }

  /** Like `allows`, while more photos may be missing than these: a consent may be for all of them, and stays. */
  allowsAtLeast(missing: number, isEmpty: boolean, now: number): boolean {
    return !this.#needsConsent(missing, isEmpty, now) || this.#hasConsent(missing, now);
  }

  /** Ends a consent if no more photos than these are missing, and they need none: it was not given for a later loss. */
  atMost(missing: number, isEmpty: boolean, now: number): void {
    if (!this.#needsConsent(missing, isEmpty, now)) this.settled(now);
  }

  /**
   * To be called after the photos were removed, or when they are back: the consent ends. If it was used, later losses are
   * counted from zero.
   */
  settled(now: number): void {
    const { state } = this.#journal;
    if (state.get('loss_agreed') !== undefined) {
      const { lost, total } = this.#loss(0, now);
      // Removals within this second belong to the accepted loss.
      if (isMassLoss(lost, total)) state.set('losses_settled_at', now);
      state.delete('loss_agreed');
    }
    if (state.get('mass_loss')) state.delete('mass_loss');
  }

  #needsConsent(missing: number, isEmpty: boolean, now: number): boolean {
    if (missing === 0) return false;
    const { lost, total } = this.#loss(missing, now);
    return isEmpty || isMassLoss(lost, total);
  }

  #hasConsent(missing: number, now: number): boolean {
    const { state } = this.#journal;
    const { lost, total } = this.#loss(missing, now);
    if (lost <= (state.get('loss_agreed') ?? 0)) return true;
    const recorded = state.get('mass_loss');
    if (recorded?.missing !== lost || recorded.total !== total) {
      state.set('mass_loss', { missing: lost, total, since: recorded?.since ?? now });
    }
    return false;
  }

  /** The loss of a day. */
  #loss(missing: number, now: number): { lost: number; total: number } {
    const { state, feed } = this.#journal;
    const recent = feed.photosGoneIn(lossPeriod(now, state.get('losses_settled_at')));
    // Photos that were added in the meantime must not make the loss look smaller.
    const total = Math.min(this.#journal.counts().photos + recent, state.get('mass_loss')?.total ?? Infinity);
    return { lost: missing + recent, total };
  }
}
