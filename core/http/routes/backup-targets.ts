import type { BackupCopies } from '../../services/backup-copies/backup-copies.ts';
import type { CopyState } from '../../services/backup-copies/target-copies.ts';
import { route, type Route } from '../pipeline/route.ts';
import { answer, described, list, nullable } from '../schemas/answer.ts';
import { boolean, count, epochSeconds, text, word } from '../schemas/parts.ts';
import type { BackupTargets } from '../wire.ts';

/** Copies of snapshots at backup targets, for admins. */
export function backupTargetRoutes({ copies }: { copies: Pick<BackupCopies, 'states'> }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/admin/backup-targets',
      access: 'admin',
      summary: 'The places where plugins keep copies of snapshots, and the state of these copies.',
      answer: answer<BackupTargets>({
        targets: list(
          answer({
            plugin: word,
            ready: boolean.description('False while the plugin is not set up.'),
            last: described(
              nullable(answer({ name: word, at: epochSeconds })),
              'The newest snapshot that was copied; null if none was.',
            ),
            current: described(
              nullable(answer({ name: word, size: count, since: epochSeconds })),
              'The snapshot that is being copied.',
            ),
            failure: nullable(
              answer({
                attempts: count.description('The number of failed tries in a row.'),
                since: epochSeconds,
                reason: text,
                next_at: nullable(epochSeconds).description('The time of the next try; null while one is under way.'),
              }),
            ),
          }),
        ),
      }),
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
