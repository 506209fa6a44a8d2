import { timeText } from '../../domain/time-text.ts';
import type { Backups } from '../../plugin-api/backups.ts';
import type { HealthCheck } from '../../plugin-api/health-check.ts';
import { newestSnapshot } from '../newest-snapshot.ts';

/** Seconds; an older snapshot lacks too many edits. */
const OLD = 7 * 86_400;

/** The tolerated difference between clocks, in seconds. */
const TOLERANCE = 3600;

/** Valid with or without a schedule, since only the plugin knows about schedules. */
const remedy = 'make one now, and see that automatic backups are on.';

/** Whether there is a good and recent snapshot of the index. */
export function backupsCheck(parts: {
  backups: () => Pick<Backups, 'list'> | undefined;
  /** Epoch seconds. */
  clock: () => number;
}): HealthCheck {
  return {
    id: 'backups',
    run: async () => {
      const backups = parts.backups();
      if (!backups) return { ok: true, detail: 'No plugin takes backups of the index.' };
      const snapshots = await backups.list();
      const future = snapshots.find(({ createdAt }) => createdAt > parts.clock() + TOLERANCE);
      if (future) {
        return {
          ok: false,
          detail: `The backup ${future.name} is dated in the future: correct this machine’s clock, or make another backup and delete that one.`,
        };
      }
      const last = newestSnapshot(snapshots);
      if (!last) return { ok: false, detail: `There is no backup yet: ${remedy}` };
      const takenAt = timeText(last.createdAt);
      if (last.sha256 === null) {
        return {
          ok: false,
          detail: `The last backup, from ${takenAt}, is not verified yet or cannot be read: check again later, or make another one.`,
        };
      }
      if (!last.verified)
        return { ok: false, detail: `The last backup, from ${takenAt}, is damaged: make another one.` };
      if (parts.clock() - last.createdAt > OLD) {
        return { ok: false, detail: `The last backup is from ${takenAt}: ${remedy}` };
      }
      const all = snapshots.length === 1 ? 'there is no other' : `there are ${snapshots.length} in all`;
      return { ok: true, detail: `The last backup was made and verified at ${takenAt}; ${all}.` };
    },
  };
}
