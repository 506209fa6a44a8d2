import type { SyncState } from '../../store/sync-state.ts';
import type { Transact } from '../../store/transact.ts';

/**
 * Photos whose own time zone is unknown are dated in the library's. Once that is another one, the timeline is read
 * anew, by which all photos are described anew; nothing of their pictures is done again.
 */
export function followZone({ state, transact }: { state: SyncState; transact: Transact }, zone: string): void {
  const before = state.get('described_in');
  if (before === zone) return;
  transact(() => {
    if (before !== undefined) state.restart();
    state.set('described_in', zone);
  });
}
