import { timeText } from '../../domain/time-text.ts';
import type { Backups } from '../../plugin-api/backups.ts';
import type { HealthCheck } from '../../plugin-api/health-check.ts';

/** Seconds; a snapshot that is older protects little of what people do. */
const OLD = 7 * 86_400;

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
      const last = snapshots.reduce<(typeof snapshots)[number] | undefined>(
        (newest, snapshot) => (newest && newest.createdAt >= snapshot.createdAt ? newest : snapshot),
        undefined,
      );
      if (!last)
        return { ok: false, detail: 'No snapshot of the index was taken yet: take one, or switch on the schedule.' };
      const taken = timeText(last.createdAt);
      if (!last.verified)
        return { ok: false, detail: `The last snapshot, of ${taken}, is not whole: take another one.` };
      if (parts.clock() - last.createdAt > OLD) {
        return { ok: false, detail: `The last snapshot is of ${taken}: take one, or switch on the schedule.` };
      }
      return { ok: true, detail: `The last of ${snapshots.length} snapshots was taken and verified at ${taken}.` };
    },
  };
}
