import type { Migration } from '../migrate.ts';

/**
 * Counts crashes of the server during a photo separately from other failures. An agreement to lose photos that was stored
 * without their number is deleted, so that the admin must confirm again.
 */
export const deaths: Migration = {
  id: 2,
  name: '0002-deaths',
  up: (db) => {
    db.exec(`
      ALTER TABLE photos ADD COLUMN deaths INTEGER NOT NULL DEFAULT 0;
      DELETE FROM sync_state WHERE key = 'loss_agreed';
    `);
  },
};
