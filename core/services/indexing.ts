import { DomainError } from '../domain/errors.ts';
import { lossSentence, type LossReason } from '../domain/mass-loss.ts';
import type { FailedPhoto, Failures } from '../store/photos/failures.ts';

export type { FailedPhoto } from '../store/photos/failures.ts';

/** How the indexer is, for admins. Times are epoch seconds. */
export interface IndexerReport {
  readonly state: string;
  readonly lastSyncAt: number | null;
  /** Photos a second. */
  readonly rate: number;
  /** Seconds; null when unknown. */
  readonly eta: number | null;
  /** The current obstacle, and the time of the next attempt. */
  readonly trouble: { readonly message: string; readonly retryAt: number } | null;
  /** Why photos wait for models that are installed. */
  readonly modelsAway?: { readonly message: string; readonly retryAt: number } | null;
  /** How much of the library would vanish, while the sync waits for an admin's word. */
  readonly massLoss: LossReport | null;
}

export interface LossReport {
  /** The plugin of the source whose photos these are, if the library has several. */
  readonly source?: string;
  readonly reason: LossReason;
  /** Photos, of `total`. */
  readonly missing: number;
  readonly total: number;
  /** Epoch seconds. */
  readonly since: number;
}

/** A loss as an admin was shown it. */
export interface ShownLoss {
  readonly missing: number;
  readonly reason?: LossReason | undefined;
  /** The plugin of the source; default the first one that waits. */
  readonly source?: string | undefined;
}

/** Actions of the indexer that admins can start. */
export interface IndexerControl {
  /** Lets the next sync begin now. */
  wake(): void;
  /** Retries failed photos now: all, or the one with that uid. @returns how many */
  retryFailed(uid?: string): number;
  /** An admin agrees to the loss that they were shown. */
  confirmMassLoss(shown: ShownLoss): { readonly agreed: boolean; readonly waiting: LossReport | null };
  progress(): IndexerReport;
}

/** The indexer as admins see and steer it. */
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

  /** @param uid of one photo; all without. @returns how many photos are tried again */
  retryFailed(uid?: string): number {
    return this.#indexer().retryFailed(uid);
  }

  /**
   * Lets photos leave the library that the source does not show any more.
   * @throws DomainError `conflict` when nothing waits for that word, or something else than was shown
   */
  acceptLoss(shown: ShownLoss): void {
    const { agreed, waiting } = this.#indexer().confirmMassLoss(shown);
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
