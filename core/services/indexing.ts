import type { FailedPhoto, Failures } from '../index-store/failures.ts';

export type { FailedPhoto } from '../index-store/failures.ts';

/** How the indexer is, for admins. Times are epoch seconds. */
export interface IndexerReport {
  readonly state: string;
  readonly lastSyncAt: number | null;
  /** Photos a second. */
  readonly rate: number;
  /** Seconds; null when unknown. */
  readonly eta: number | null;
  /** What stands in the way, and when it is tried again. */
  readonly trouble: { readonly message: string; readonly retryAt: number } | null;
  /** How much of the library would vanish, while the sync waits for an admin's word. */
  readonly massLoss: { readonly missing: number; readonly total: number } | null;
}

/** What an admin can have done by the indexer. */
export interface IndexerControl {
  /** Lets the next sync begin now. */
  wake(): void;
  /** Lets all failed photos be tried at once. @returns how many */
  retryFailed(): number;
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

  /** @returns how many photos are tried again */
  retryFailed(): number {
    return this.#indexer().retryFailed();
  }

  failures(page: { limit: number; offset: number }): { failures: FailedPhoto[]; total: number } {
    return this.#failures.page(page);
  }
}
