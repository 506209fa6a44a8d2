import type { Migration } from '../migrate.ts';

/** Which bytes of a snapshot a backup target was handed: a snapshot gets others when the library is encrypted. */
export const copiedBytes: Migration = {
  id: 34,
  name: '0034-copied-bytes',
  up: (db) => {
    db.exec(`
      ALTER TABLE backup_copies ADD COLUMN sha256 TEXT;  -- 64 hexadecimal digits
    `);
  },
};
