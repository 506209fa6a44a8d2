import { isWithinAgreement } from '../../domain/mass-loss.ts';
import { isMassLoss, lossesCountTogether } from '../../plugin-api/toolkit/index.ts';
import type { SyncQueue } from '../../store/photos/sync-queue.ts';
import type { MassLoss, SyncState } from '../../store/sync-state.ts';

interface Dependencies {
  readonly intake: SyncQueue;
  readonly state: SyncState;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** What came of an admin's word on a loss. */
export interface LossConfirmation {
  readonly agreed: boolean;
  /** Null when nothing waits. */
  readonly waiting: MassLoss | null;
}

type Loss = Omit<MassLoss, 'since'>;

/**
 * Stands between what a source no longer shows and the index: a large loss waits for an admin's word. The word is good
 * for what was shown when it was given. A larger loss, or another store, is asked about anew.
 */
export class LossGuard {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * What an admin has to agree to before `missing` more photos are hidden; null when they may go.
   * @param library how many photos there were before, when that is not what there is now
   */
  massLoss(missing: number, library?: number): Loss | null {
    const { intake, state } = this.#with;
    if (missing === 0) return null;
    const recent = this.#recent();
    // What came while the sync was held must not make the loss look smaller.
    const total = Math.min((library ?? intake.count()) + recent, state.get('mass_loss')?.total ?? Infinity);
    if (!isMassLoss(missing + recent, total)) return null;
    const storeId = state.get('store_id') ?? '';
    const loss: Loss = { reason: 'mass_disappearance', missing: missing + recent, total, storeId };
    return this.#isAgreed(loss) ? null : loss;
  }

  /** What an admin has to agree to before the library follows another store; null when it may. */
  otherStore(storeId: string): Loss | null {
    const total = this.#with.intake.count();
    if (total === 0) return null;
    const loss: Loss = { reason: 'other_store', missing: total, total, storeId };
    return this.#isAgreed(loss) ? null : loss;
  }

  /** Writes down that the sync waits. What was agreed to before was something else, and is no longer good. */
  hold(loss: Loss): MassLoss {
    const { state, clock } = this.#with;
    if (!this.#isAgreed(loss)) state.delete('loss_agreement');
    return state.hold(loss, clock());
  }

  /** All that was agreed to has gone, or is back. Call it in the transaction that ends a sync. */
  settle(): void {
    const { intake, state, clock } = this.#with;
    const recent = this.#recent();
    // An agreement that was not needed in the end, for the photos came back, has nothing to do with other losses.
    if (state.get('loss_agreement') && isMassLoss(recent, intake.count() + recent)) {
      state.set('losses_agreed_at', clock());
    }
    state.delete('mass_loss');
    state.delete('loss_agreement');
  }

  /** Photos that were lost of late, without anybody's word. */
  #recent(): number {
    const { intake, state, clock } = this.#with;
    return intake.hiddenSince(Math.max(clock() - lossesCountTogether, state.get('losses_agreed_at') ?? 0));
  }

  #isAgreed({ reason, missing, storeId }: Loss): boolean {
    const agreement = this.#with.state.get('loss_agreement');
    if (agreement?.storeId !== storeId || !isWithinAgreement(missing, agreement.missing)) return false;
    // Whoever lets another store come knows that the photos of the first one go.
    return agreement.reason === reason || agreement.reason === 'other_store';
  }
}
