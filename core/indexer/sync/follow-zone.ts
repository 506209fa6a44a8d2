import type { SyncState } from '../../store/sync-state.ts';
import type { Transact } from '../../store/transact.ts';

/**
 * Photos whose own time zone is unknown are dated in the library's. After the library's zone changed, the timeline is read again,
 * which describes all photos again. Their pictures are not read again.
 */
export function followZone({ state, transact }: { state: SyncState; transact: Transact }, zone: string): void {
  const before = state.get('described_in');
  if (before === zone) return;
  transact(() => {
    if (before !== undefined) state.restart();
    state.set('described_in', zone);
  });
}
