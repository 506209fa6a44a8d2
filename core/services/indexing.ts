import { DomainError } from '../domain/errors.ts';
import { lossSentence, type ShownLoss } from '../domain/mass-loss.ts';
import type { FailedPhoto, Failures } from '../store/photos/failures.ts';
import type { MassLoss } from '../store/sync-state.ts';

export type { FailedPhoto } from '../store/photos/failures.ts';

/** The state of the indexer, for admins. Times are in epoch seconds. */
export interface IndexerReport {
  readonly state: string;
  readonly lastSyncAt: number | null;
  /** Photos per second. */
  readonly rate: number;
  /** Seconds; null when unknown. */
  readonly eta: number | null;
  /** The current obstacle, and the time of the next attempt. */
  readonly trouble: { readonly message: string; readonly retryAt: number } | null;
  /** Why installed models are unavailable, while photos wait for them. */
  readonly modelsAway?: { readonly message: string; readonly retryAt: number } | null;
  /** The part of the library that would be removed, while the sync waits for an admin's decision. */
  readonly massLoss: LossReport | null;
}

/** A loss, and if there are several sources, the plugin of the source of the photos. */
type LossReport = Omit<MassLoss, 'storeId'> & { readonly source?: string };

/** Actions of the indexer that admins can start. */
export interface IndexerControl {
  /** Starts the next sync now. */
  wake(): void;
  /** Retries all failed photos now, or the one with the given uid. @returns their number */
  retryFailed(uid?: string): number;
  /** Accepts a loss in the form in which it was shown to an admin. */
  confirmMassLoss(shown: ShownLoss): { readonly agreed: boolean; readonly waiting: LossReport | null };
  progress(): IndexerReport;
}

/** The admin's view and control of the indexer. */
export class Indexing {
  readonly #indexer: () => IndexerControl;
  readonly #failures: Failures;

  constructor(parts: { indexer: () => IndexerControl; failures: Failures }) {
    this.#indexer = parts.indexer;
    this.#failures = parts.failures;
  }

  report(): IndexerReport {
    return this.#indexer().progress();
  }

  sync(): void {
    this.#indexer().wake();
  }

  /** @param uid one photo; undefined for all. @returns the number of photos that are tried again */
  retryFailed(uid?: string): number {
    return this.#indexer().retryFailed(uid);
  }

  /**
   * Allows the indexer to remove the photos that are missing in the source.
   * @throws DomainError `conflict` if no loss waits for a decision, or if it differs from the one shown
   */
  acceptLoss(loss: ShownLoss): void {
    const { agreed, waiting } = this.#indexer().confirmMassLoss(loss);
    if (agreed) return;
    if (!waiting)
      throw new DomainError('conflict', 'Nothing waits for an agreement: the sync is not held.', {
        problem: 'loss_settled',
      });
    throw new DomainError(
      'conflict',
      `Something else is waiting for your agreement than what you were shown: ${lossSentence(waiting)} Look again, and agree to that if it is right.`,
      { problem: 'loss_changed' },
    );
  }

  failures(page: { limit: number; offset: number }): { failures: FailedPhoto[]; total: number } {
    return this.#failures.page(page);
  }
}
