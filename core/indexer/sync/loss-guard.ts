import { isWithinAgreement } from '../../domain/mass-loss.ts';
import { isMassLoss, lossPeriod } from '../../plugin-api/toolkit/index.ts';
import type { SyncQueue } from '../../store/photos/sync-queue.ts';
import type { MassLoss, SyncState } from '../../store/sync-state.ts';

interface Dependencies {
  readonly intake: SyncQueue;
  readonly state: SyncState;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** The state of an admin's consent to a loss. */
export interface LossConfirmation {
  readonly agreed: boolean;
  /** Null when nothing waits. */
  readonly waiting: MassLoss | null;
}

type Loss = Omit<MassLoss, 'since'>;

/**
 * Protects the index when a source suddenly lists far fewer photos: a large loss waits for an admin's consent. The consent holds
 * for the loss that was shown. A larger loss, or a changed store, needs a new consent.
 */
export class LossGuard {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * The loss to which an admin must agree before `missing` more photos are hidden; null when no consent is needed.
   * @param library how many photos there were before, if that differs from the number now
   */
  massLoss(missing: number, library?: number): Loss | null {
    const { intake, state } = this.#with;
    if (missing === 0) return null;
    const recent = this.#recent();
    // Photos that were added while the sync was held must not make the loss look smaller.
    const total = Math.min((library ?? intake.count()) + recent, state.get('mass_loss')?.total ?? Infinity);
    if (!isMassLoss(missing + recent, total)) return null;
    const storeId = state.get('store_id') ?? '';
    const loss: Loss = { reason: 'mass_disappearance', missing: missing + recent, total, storeId };
    return this.#isAgreed(loss) ? null : loss;
  }

  /** The loss to which an admin must agree before the library follows another store; null when no consent is needed. */
  otherStore(storeId: string): Loss | null {
    const total = this.#with.intake.count();
    if (total === 0) return null;
    const loss: Loss = { reason: 'other_store', missing: total, total, storeId };
    return this.#isAgreed(loss) ? null : loss;
  }

  /** Records that the sync waits. An earlier consent was for another loss, and is no longer valid. */
  hold(loss: Loss): MassLoss {
    const { state, clock } = this.#with;
    if (!this.#isAgreed(loss)) state.delete('loss_agreement');
    return state.hold(loss, clock());
  }

  /** The photos of the agreed loss are hidden, or are back. Call it in the transaction that ends a sync. */
  settle(): void {
    const { intake, state, clock } = this.#with;
    const recent = this.#recent();
    // If the photos came back, the consent was not needed, and does not apply to other losses.
    if (state.get('loss_agreement') && isMassLoss(recent, intake.count() + recent)) {
      state.set('losses_agreed_at', clock());
    }
    state.delete('mass_loss');
    state.delete('loss_agreement');
  }

  /** Photos that were lost recently without a consent. */
  #recent(): number {
    const { intake, state, clock } = this.#with;
    return intake.hiddenIn(lossPeriod(clock(), state.get('losses_agreed_at')));
  }

  #isAgreed({ reason, missing, storeId }: Loss): boolean {
    const agreement = this.#with.state.get('loss_agreement');
    if (agreement?.storeId !== storeId || !isWithinAgreement(missing, agreement.missing)) return false;
    // An admin who agrees to another store knows that the photos of the first store will be removed.
    return agreement.reason === reason || agreement.reason === 'other_store';
  }
}
