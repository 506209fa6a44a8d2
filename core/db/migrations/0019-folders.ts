import type { Migration } from '../migrate.ts';

/**
 * The folders of photos, if their store has paths. Readers see them only if an admin allows it. The next sync lists all
 * sources completely, which adds the folders of photos that are already in the index; their pictures are not processed
 * again.
 */
export const folders: Migration = {
  id: 19,
  name: '0019-folders',
  up: (db) => {
    db.exec(`
      -- Folders that contain photos. Their parent folders are only in the paths.
      CREATE TABLE folders (
        id INTEGER PRIMARY KEY,
        path TEXT NOT NULL UNIQUE          -- with slashes, NFC; empty: the top
      ) STRICT;

      ALTER TABLE photos ADD COLUMN folder_id INTEGER REFERENCES folders (id);   -- null: the store has no paths
      CREATE INDEX photos_folder ON photos (folder_id) WHERE folder_id IS NOT NULL;

      CREATE TRIGGER timeline_photo_put_into_folder AFTER UPDATE OF folder_id ON photos
      WHEN old.listed = 1 OR new.listed = 1 BEGIN
        INSERT INTO timeline_changes (photo_id) VALUES (new.id);
      END;

      CREATE TABLE folder_settings (readers INTEGER NOT NULL CHECK (readers IN (0, 1))) STRICT;
      INSERT INTO folder_settings (readers) VALUES (0);

      DELETE FROM sync_state WHERE key IN ('changes_cursor', 'full_pass', 'sweep_due');
    `);
  },
};
