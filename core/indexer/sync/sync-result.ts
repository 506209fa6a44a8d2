import type { MassLoss } from '../../store/sync-state.ts';
import type { SourceError } from '../../plugin-api/errors.ts';

/** Items asked for at once: a page is one transaction, and a transaction holds up requests. */
export const SYNC_PAGE = 500;

export interface SyncResult {
  /** Photos were left for the next run, because of the limit. */
  readonly more: boolean;
  /** Why the sync stands still until an admin agrees; nothing was deleted. */
  readonly held: MassLoss | null;
  /** All photos are in order, but the albums could not be read. */
  readonly albumTrouble?: SourceError;
  /** More photos are expected within seconds. */
  readonly filling?: boolean;
  /** When a source that is left out is asked again, in epoch seconds. */
  readonly resumeAt?: number;
}
