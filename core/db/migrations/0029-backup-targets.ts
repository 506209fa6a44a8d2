import type { Migration } from '../migrate.ts';

/** Records which snapshots were copied to which backup targets, and failures. */
export const backupTargets: Migration = {
  id: 29,
  name: '0029-backup-targets',
  up: (db) => {
    db.exec(`
      CREATE TABLE backup_copies (
        target TEXT NOT NULL,              -- the name of its plugin
        snapshot TEXT NOT NULL,
        kept_at INTEGER NOT NULL,
        PRIMARY KEY (target, snapshot)
      ) STRICT, WITHOUT ROWID;

      -- Targets whose last attempt failed.
      CREATE TABLE backup_copy_failures (
        target TEXT PRIMARY KEY,
        attempts INTEGER NOT NULL CHECK (attempts > 0),  -- in a row
        since INTEGER NOT NULL,
        reason TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
    `);
  },
};
