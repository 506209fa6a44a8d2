import { createHmac, hkdfSync } from 'node:crypto';
import { BackupCopies } from '../services/backup-copies/backup-copies.ts';
import { mayBeUnmounted } from '../settings/data-folder.ts';
import { BackupCopyRecords } from '../store/backup-copy-records.ts';
import { SnapshotFiles } from '../upkeep/snapshots/snapshot-files.ts';
import { inject } from './inject.ts';
import type { Register } from './register.ts';

/** Copies of snapshots at backup targets. */
export function registerBackupCopies(register: Register): void {
  register(
    inject.backupCopies,
    (c) =>
      new BackupCopies({
        targets: () => c.resolve(inject.plugins).backupTargets,
        snapshots: () => c.resolve(inject.snapshots).list(),
        files: new SnapshotFiles(c.resolve(inject.config).backupDir),
        records: c.resolve(BackupCopyRecords),
        reasonOf: (plugin, error) => c.resolve(inject.pluginFaults).textOf(plugin, error),
        fingerprintOf: (text) => fingerprint(c.resolve(inject.secret), text),
        clock: c.resolve(inject.clock),
        mayBeUnmounted: mayBeUnmounted(c.resolve(inject.config)),
        onChange: (plugin, reason) => {
          const log = c.resolve(inject.log);
          if (reason === null) log.info({ plugin }, 'Copying the backups works again');
          else log.warn({ plugin, reason }, 'Copying the backups fails, and is tried again');
        },
        onError: (error) => {
          c.resolve(inject.log).error({ err: error }, 'Copying snapshots to a backup target met an error, and goes on');
        },
      }),
  );
}

/** Keyed, since a place may be an address with a password. 64 hexadecimal digits. */
function fingerprint(secret: Uint8Array, place: string): string {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'photofinch places of copies v1', 32));
  return createHmac('sha256', key).update(place).digest('hex');
}
