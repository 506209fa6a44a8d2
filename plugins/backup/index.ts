import { join, resolve } from 'node:path';
import { API_VERSION, type HealthCheck, type Plugin } from 'photofinch/plugin-api';
import { snapshotSealPurpose } from 'photofinch/plugin-api/toolkit';
import { backupRoutes } from './routes.ts';
import { ScheduleFile } from './schedule-file.ts';
import { ScheduleMemory } from './schedule-memory.ts';
import { Scheduler } from './scheduler.ts';
import { Snapshots } from './snapshots.ts';
import { BackupError } from './backup-error.ts';

/** Snapshots of the index, by hand and by a daily schedule. */
const plugin: Plugin = {
  name: 'backup',
  version: '1.0.0',
  apiVersion: API_VERSION,
  options: {
    BACKUP_DIR: {
      describe: 'the folder of the snapshots, such as /mnt/other-disk/photofinch; the folder above it must be there',
    },
  },

  register(host) {
    const folder = resolve(host.options['BACKUP_DIR'] ?? join(host.serverDataDir, 'backups'));
    const snapshots = new Snapshots(folder, host.index, host.deriveKey(snapshotSealPurpose));
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
      timeZone: host.timeZone,
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
    // A command would take the slot of the server that runs beside it a second time.
    if (host.serving) scheduler.start();
  },
};

export default plugin;

/** Whether snapshots are taken as they should be; the server itself looks how good and how old they are. */
export function backupCheck(parts: {
  snapshots: Pick<Snapshots, 'list'>;
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
        if (error instanceof BackupError) return { ok: false, detail: error.message };
        throw error;
      }
      return { ok: true, detail: schedule.enabled ? 'The schedule is on.' : 'The schedule is off.' };
    },
  };
}

/** @param time epoch seconds */
const utc = (time: number): string => `${new Date(time * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
