import type { Migration } from '../migrate.ts';

/** The hash of each snapshot copy at a backup target: the bytes of a snapshot change when the library is encrypted. */
export const copiedBytes: Migration = {
  id: 34,
  name: '0034-copied-bytes',
  up: (db) => {
    db.exec(`
      ALTER TABLE backup_copies ADD COLUMN sha256 TEXT;  -- 64 hexadecimal digits
    `);
  },
};
