import type {
  Backup,
  Backups,
  BackupSchedule,
  BackupTargets,
  Ok,
  PlannedBackups,
  PrunedBackups,
} from '../../core/http/wire.ts';
import type { Client } from './client.ts';

/** Milliseconds, for requests in which the server reads the whole index. */
const longTimeout = 15 * 60_000;

/** Routes of backups and their schedule, for admins. */
export class BackupRoutes {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Responds when the snapshot is complete and verified. */
  take(): Promise<Backup> {
    return this.#client.call('POST', '/api/admin/backup', { longest: longTimeout });
  }

  list(stop?: AbortSignal): Promise<Backups> {
    return this.#client.call('GET', '/api/admin/backups', { stop });
  }

  delete(name: string): Promise<Ok> {
    return this.#client.call('DELETE', `/api/admin/backups/${encodeURIComponent(name)}`);
  }

  prune(keep: number): Promise<PrunedBackups> {
    return this.#client.call('POST', '/api/admin/backups/prune', { body: { keep } });
  }

  /** The places where plugins store copies. */
  targets(): Promise<BackupTargets> {
    return this.#client.call('GET', '/api/admin/backup-targets');
  }

  schedule(stop?: AbortSignal): Promise<PlannedBackups> {
    return this.#client.call('GET', '/api/admin/schedule', { stop });
  }

  setSchedule(schedule: BackupSchedule): Promise<PlannedBackups> {
    return this.#client.call('PUT', '/api/admin/schedule', { body: schedule });
  }
}
