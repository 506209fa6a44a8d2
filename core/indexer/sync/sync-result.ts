import type { MassLoss } from '../../store/sync-state.ts';
import type { SourceError } from '../../plugin-api/errors.ts';

/** Items per request: a page is one transaction, and a transaction delays requests. */
export const SYNC_PAGE = 500;

export interface SyncResult {
  /** Whether the limit was reached, and photos are left for the next run. */
  readonly more: boolean;
  /** The loss for which the sync waits until an admin agrees; nothing was deleted. */
  readonly held: MassLoss | null;
  /** All photos are in order, but the albums could not be read. */
  readonly albumTrouble?: SourceError;
  /** More photos are expected within seconds. */
  readonly filling?: boolean;
  /** Epoch seconds when a skipped source is tried again. */
  readonly resumeAt?: number;
}
