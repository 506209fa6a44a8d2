import type { Snapshot } from '../plugin-api/backups.ts';

/** The most recent snapshot; null if there is none. */
export function newestSnapshot(snapshots: readonly Snapshot[]): Snapshot | null {
  return snapshots.reduce<Snapshot | null>(
    (last, snapshot) => (last && last.createdAt >= snapshot.createdAt ? last : snapshot),
    null,
  );
}
