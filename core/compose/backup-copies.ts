import { BackupCopies } from '../services/backup-copies/backup-copies.ts';
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
        clock: c.resolve(inject.clock),
        onError: (error) => {
          c.resolve(inject.log).error({ err: error }, 'Copying snapshots to a backup target met an error, and goes on');
        },
      }),
  );
}
