import { isBackupError, type Backups, type HealthCheck } from 'photofinch/plugin-api';
import type { ScheduleFile } from './schedule-file.ts';
import type { ScheduleMemory } from './schedule-memory.ts';

/** Whether snapshots are taken as they should be; the server itself looks how good and how old they are. */
export function backupCheck(parts: {
  snapshots: Pick<Backups, 'list'>;
  file: ScheduleFile;
  memory: ScheduleMemory;
}): HealthCheck {
  return {
    id: 'backups',
    run: async () => {
      const { schedule, broken } = await parts.file.read();
      if (broken !== undefined) {
        return { ok: false, detail: `${broken} Save the schedule anew, or correct backup-schedule.json.` };
      }
      const { failure, pruneFailure } = parts.memory;
      if (schedule.enabled && failure) {
        const detail = `The scheduled snapshot failed at ${utc(failure.at)}, and is tried again every hour. ${failure.reason}`;
        return { ok: false, detail };
      }
      if (schedule.enabled && pruneFailure) {
        const detail = `Old snapshots could not be removed at ${utc(pruneFailure.at)}; that is tried again after the next one. ${pruneFailure.reason}`;
        return { ok: false, detail };
      }
      try {
        await parts.snapshots.list();
      } catch (error) {
        if (isBackupError(error)) return { ok: false, detail: error.message };
        throw error;
      }
      return { ok: true, detail: schedule.enabled ? 'The schedule is on.' : 'The schedule is off.' };
    },
  };
}

/** @param time epoch seconds */
const utc = (time: number): string => `${new Date(time * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
