import type { BackupCopies } from '../../services/backup-copies/backup-copies.ts';
import type { CopyState } from '../../services/backup-copies/target-copies.ts';
import { route, type Route } from '../pipeline/route.ts';
import { backupTargets } from '../schemas/admin.ts';
import type { BackupTargets } from '../wire.ts';

/** Copies of snapshots at backup targets, for admins. */
export function backupTargetRoutes({ copies }: { copies: Pick<BackupCopies, 'states'> }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/admin/backup-targets',
      access: 'admin',
      summary: 'The places where plugins keep copies of snapshots, and the state of these copies.',
      answer: backupTargets,
      handle: (): BackupTargets => ({ targets: copies.states().map(present) }),
    }),
  ];
}

function present({ plugin, ready, last, current, failure }: CopyState): BackupTargets['targets'][number] {
  const presentedFailure = failure && {
    attempts: failure.attempts,
    since: failure.since,
    reason: failure.reason,
    next_at: failure.nextAt,
  };
  return { plugin, ready, last, current, failure: presentedFailure };
}
