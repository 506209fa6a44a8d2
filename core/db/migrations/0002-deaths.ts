import type { Migration } from '../migrate.ts';

/**
 * Counts the deaths of the server over a photo apart from other failures. An agreement to lose photos that was kept as a
 * mere yes, without saying how many, is forgotten: it is asked for again.
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
