import { join } from 'node:path';
import { API_VERSION, type Plugin } from 'photofinch/plugin-api';
import { backupCheck } from './backup-check.ts';
import { backupRoutes } from './routes.ts';
import { ScheduleFile } from './schedule-file.ts';
import { ScheduleMemory } from './schedule-memory.ts';
import { Scheduler } from './scheduler.ts';

/** Snapshots of the index, by hand and by a daily schedule. */
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
