import { join } from 'node:path';
import { API_VERSION, isBackupError, type Backups, type HealthCheck, type Plugin } from 'photofinch/plugin-api';
import { timeText } from 'photofinch/plugin-api/toolkit';
import { backupRoutes } from './routes.ts';
import { ScheduleFile } from './schedule-file.ts';
import { ScheduleMemory } from './schedule-memory.ts';
import { Scheduler } from './scheduler.ts';

/** Snapshots of the index, on request and on a daily schedule. */
const plugin: Plugin = {
  name: 'backup',
  version: '1.0.0',
  apiVersion: API_VERSION,
  register(host) {
    const { snapshots } = host;
    const file = new ScheduleFile(join(host.serverDataDir, 'backup-schedule.json'));
    const memory = new ScheduleMemory(host.state);
    const scheduler = new Scheduler({
      file,
      backups: snapshots,
      memory,
      log: host.log,
      audit: (event) => {
        host.audit(event);
      },
      timeZone: () => host.timeZone,
      clock: () => Math.floor(Date.now() / 1000),
      signal: host.signal,
    });
    const backups = {
      list: () => snapshots.list(),
      take: (options: { signal: AbortSignal }) => snapshots.take(options),
      remove: (name: string) => snapshots.remove(name),
      prune: (keep: number) => snapshots.prune(keep),
      nextAt: () => scheduler.nextRunAt(),
      close: () => snapshots.close(),
    };
    host.provide('backups', backups);
    host.routes(backupRoutes({ snapshots, file, scheduler, signal: host.signal }));
    host.healthCheck(backupCheck({ snapshots, file, memory }));
    void snapshots.sweep();
    // Not in a command: the server takes the scheduled snapshots.
    if (host.serving) scheduler.start();
  },
};

export default plugin;

/** Checks that snapshots are taken as scheduled; the server itself checks their quality and age. */
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
        return { ok: false, detail: `${broken} Save the schedule again, or correct backup-schedule.json.` };
      }
      const { failure, pruneFailure } = parts.memory;
      if (schedule.enabled && failure) {
        const detail = `The scheduled backup failed at ${timeText(failure.at)}, and is tried again every hour. ${failure.reason}`;
        return { ok: false, detail };
      }
      if (schedule.enabled && pruneFailure) {
        const detail = `Old backups could not be removed at ${timeText(pruneFailure.at)}; that is tried again after the next one. ${pruneFailure.reason}`;
        return { ok: false, detail };
      }
      try {
        await parts.snapshots.list();
      } catch (error) {
        if (isBackupError(error)) return { ok: false, detail: error.message };
        throw error;
      }
      return { ok: true, detail: schedule.enabled ? 'Automatic backups are on.' : 'Automatic backups are off.' };
    },
  };
}
