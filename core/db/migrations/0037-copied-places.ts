import type { Migration } from '../migrate.ts';

/** The place of each snapshot copy: a backup target may be told to use another one. */
export const copiedPlaces: Migration = {
  id: 37,
  name: '0037-copied-places',
  up: (db) => {
    db.exec(`
      -- The keyed hash of the place; empty if the target does not name it.
      ALTER TABLE backup_copies ADD COLUMN place TEXT NOT NULL DEFAULT '';
    `);
  },
};
