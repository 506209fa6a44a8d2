import type { Migration } from '../migrate.ts';

/** Lets users remove the place of a photo even if its file has one. */
export const noPlace: Migration = {
  id: 24,
  name: '0024-no-place',
  up: (db) => {
    db.exec(`
      ALTER TABLE photo_edits ADD COLUMN no_place INTEGER NOT NULL DEFAULT 0
        CHECK (no_place = 0 OR no_place = 1 AND lat IS NULL);
      -- Undoing a change of the place restores all of its columns.
      UPDATE photo_edit_changes
      SET before = json_set(before, '$.noPlace', json('false')), after = json_set(after, '$.noPlace', json('false'))
      WHERE after -> '$.lat' IS NOT NULL;
    `);
  },
};
