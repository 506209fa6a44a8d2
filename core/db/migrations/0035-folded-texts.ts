import type { Migration } from '../migrate.ts';

/**
 * All texts are indexed again, in batches while the server runs: with folded letters, and in pairs of characters where a
 * script has no spaces. Until then, words in plain letters are found as before.
 */
export const foldedTexts: Migration = {
  id: 35,
  name: '0035-folded-texts',
  up: (db) => {
    db.exec(`
      -- Without this, the index is merged whenever a tenth of it is deleted, which blocks for most of a second at half a
      -- million photos. Merges for what is added, which are done in small steps, leave out deleted rows as well.
      INSERT INTO photo_text (photo_text, rank) VALUES ('deletemerge', 0);

      INSERT OR IGNORE INTO stale_texts (photo_id)
        SELECT id FROM photos WHERE id IN (SELECT rowid FROM photo_text);
    `);
  },
};
