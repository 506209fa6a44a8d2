import { join, resolve } from 'node:path';
import { API_VERSION, type Plugin } from 'photofinch/plugin-api';
import { snapshotSealPurpose } from 'photofinch/plugin-api/toolkit';
import { backupCheck } from './backup-check.ts';
import { backupRoutes } from './routes.ts';
import { ScheduleFile } from './schedule-file.ts';
import { ScheduleMemory } from './schedule-memory.ts';
import { Scheduler } from './scheduler.ts';
import { Snapshots } from './snapshots.ts';

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
