import type { MassLoss, SyncState } from '../../store/sync-state.ts';
import type { IndexerLog } from '../indexer-log.ts';
import type { LossConfirmation } from './loss-guard.ts';

interface Dependencies {
  readonly state: SyncState;
  readonly log: Pick<IndexerLog, 'warn'>;
}

/** Whether sync is held because much of the library would vanish, until the photos are back or an admin agrees. */
export class HeldSync {
  readonly #state: SyncState;
  readonly #log: Dependencies['log'];
  #loss: MassLoss | null;

  constructor({ state, log }: Dependencies) {
    this.#state = state;
    this.#log = log;
    this.#loss = state.get('mass_loss') ?? null;
  }

  get isHeld(): boolean {
    return this.#loss !== null;
  }

  /** @param loss that a sync has found; null if there is none */
  hold(loss: MassLoss | null): void {
    if (loss && !this.#loss) {
      const { missing, total, reason } = loss;
      this.#log.warn({ missing, total, reason }, 'Sync is on hold: many photos are missing from the photo store');
    }
    this.#loss = loss;
  }

  /** The loss that waits for an admin's consent; null once a sync has settled it, even while albums are still to be read. */
  waiting(): MassLoss | null {
    return this.#loss && (this.#state.get('mass_loss') ?? null);
  }

  /** An admin agrees to the loss that was shown. The next sync carries it out. */
  confirm(shownLoss: { missing: number; reason?: MassLoss['reason'] | undefined }): LossConfirmation {
    const waiting = this.waiting();
    if (!waiting) return { agreed: false, waiting };
    const { reason, missing, storeId } = waiting;
    if (missing > shownLoss.missing || (shownLoss.reason ?? reason) !== reason) return { agreed: false, waiting };
    this.#state.set('loss_agreement', { reason, missing, storeId });
    return { agreed: true, waiting };
  }
}
