import type { SyncedAlbums } from '../../store/photos/synced-albums.ts';
import type { PhotoFolders } from '../../store/photos/photo-folders.ts';
import type { SyncQueue } from '../../store/photos/sync-queue.ts';
import type { SyncState } from '../../store/sync-state.ts';
import type { Transact } from '../../store/transact.ts';
import { inIdSteps } from '../id-steps.ts';
import { inSlices } from '../in-slices.ts';

interface Dependencies {
  readonly intake: SyncQueue;
  readonly albums: SyncedAlbums;
  readonly folders: Pick<PhotoFolders, 'removeEmpty'>;
  readonly state: SyncState;
  readonly transact: Transact;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/**
 * Removes the photos and albums of a source whose plugin is not loaded, at an admin's request. Photos are hidden at first,
 * and purged after the grace period. If the source comes back, it is read from the beginning.
 */
export async function leaveLibrary(
  { intake, albums, folders, state, transact, clock }: Dependencies,
  signal: AbortSignal,
): Promise<void> {
  if (!state.get('leaving')) return;
  const hideSome = (from: number, to: number): void => {
    transact(() => {
      intake.forgetMetBetween(from, to);
      intake.sweep(from, to, clock());
    });
  };
  await inIdSteps(intake.lastId(), hideSome, signal);
  for (const uid of albums.uids()) await inSlices(() => albums.removePart(uid), transact, signal);
  transact(() => {
    folders.removeEmpty();
    state.restart();
    for (const key of ['albums_due', 'last_sync_at', 'mass_loss', 'loss_agreement', 'leaving'] as const) {
      state.delete(key);
    }
    state.set('losses_agreed_at', clock());
  });
}
