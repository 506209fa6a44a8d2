import type { Analyses } from '../../store/models/analyses.ts';
import type { CloserQueue } from '../../store/photos/closer-queue.ts';
import type { SyncQueue } from '../../store/photos/sync-queue.ts';
import type { MassLoss, SyncState } from '../../store/sync-state.ts';
import type { Transact } from '../../store/transact.ts';
import { isSourceError, type SourceError } from '../../plugin-api/errors.ts';
import type { SourceHealth } from '../../plugin-api/photo-source.ts';
import type { CheckedSource } from './checked-source.ts';
import type { ChangesFollower } from './follow-changes.ts';
import type { TimelinePass } from './full-pass.ts';
import { followOriginals } from './follow-originals.ts';
import { followZone } from './follow-zone.ts';
import type { LossGuard } from './loss-guard.ts';
import type { Budget } from './page-intake.ts';
import type { AlbumSync } from './sync-albums.ts';
import type { SyncResult } from './sync-result.ts';
import { TransientError } from '../transient-error.ts';

interface Dependencies {
  readonly source: CheckedSource;
  readonly guard: LossGuard;
  readonly intake: SyncQueue;
  readonly closer: CloserQueue;
  readonly analyses: Analyses;
  readonly pass: TimelinePass;
  readonly changes: ChangesFollower;
  readonly albums: AlbumSync;
  readonly state: SyncState;
  readonly transact: Transact;
  readonly clock: () => number;
  /** The zone of photos whose own is unknown. */
  readonly timeZone: () => string;
  /** The most new or changed photos that one run takes in; 0 for no limit. */
  readonly limit: () => number;
}

/**
 * Syncs with the source: first its whole timeline, then its changes. Each page is written in one transaction together with
 * the cursor after it. So an interrupted run continues there, and repeating a page does no harm.
 */
export class Sync {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @throws TransientError or SourceError if the source is unreachable or responds incorrectly */
  async run(signal: AbortSignal): Promise<SyncResult> {
    const { state, guard, intake, transact, clock } = this.#with;
    const { storeId, filling, originals = 'cheap', ranges = true } = await healthOf(this.#with.source, signal);
    await followOriginals(this.#with, originals, signal);
    if ((state.get('ranges') ?? true) !== ranges) state.set('ranges', ranges);
    const massLoss = this.#checkStore(storeId);
    if (massLoss) return { more: false, held: massLoss };
    followZone(this.#with, this.#with.timeZone());

    const photos = await this.#photos(filling === true, signal);
    // After a store was connected, the library should not stay empty for a whole interval.
    const result = { ...photos, filling: filling === true || intake.count() === 0 };
    if (result.held || result.more) return result;
    transact(() => {
      guard.settle();
    });
    const albumTrouble = await this.#albums(signal);
    if (albumTrouble) return { ...result, albumTrouble };
    state.set('last_sync_at', clock());
    return result;
  }

  /** A changed store would replace every photo of the library. */
  #checkStore(storeId: string): MassLoss | null {
    const { state, guard, transact } = this.#with;
    const knownStoreId = state.get('store_id');
    if (knownStoreId === storeId) return null;
    const loss = knownStoreId === undefined ? null : guard.otherStore(storeId);
    if (loss) return guard.hold(loss);
    transact(() => {
      state.set('store_id', storeId);
      state.restart();
    });
    return null;
  }

  /** Photos are synced even if albums cannot be read. The error is reported, and the sync is retried. */
  async #albums(signal: AbortSignal): Promise<SourceError | undefined> {
    try {
      await this.#with.albums.run(signal);
      return undefined;
    } catch (error) {
      if (signal.aborted || !isSourceError(error)) throw error;
      return error;
    }
  }

  async #photos(filling: boolean, signal: AbortSignal): Promise<SyncResult> {
    const { state, pass, changes, transact, limit } = this.#with;
    const maxPhotos = limit();
    const budget: Budget = { left: maxPhotos === 0 ? Infinity : maxPhotos };
    if (!filling && state.get('sweep_due')) {
      transact(() => {
        state.restart();
      });
    }
    const following = state.get('changes_cursor') !== undefined && state.get('full_pass') === undefined;
    try {
      if (!following) {
        const result = await pass.run(budget, filling, signal);
        if (result.held || result.more) return result;
      }
      return await changes.run(budget, signal);
    } catch (error) {
      if (!isSourceError(error) || error.code !== 'cursor_expired') throw error;
      transact(() => {
        state.restart();
      });
      if (following) return { more: true, held: null };
      // The cursor is new, so the source is broken: reading its timeline again would not help.
      throw error;
    }
  }
}

/** @throws TransientError when the store cannot be read now */
export async function healthOf(source: CheckedSource, signal: AbortSignal): Promise<SourceHealth> {
  const health = await source.health(signal);
  const { reachable, loggedIn, detail } = health;
  if (!reachable) throw new TransientError('unreachable', detail ?? 'The photo source cannot be reached.');
  if (!loggedIn) throw new TransientError('not_logged_in', detail ?? 'The photo source is not logged in.');
  return health;
}
