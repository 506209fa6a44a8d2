import type { Migration } from '../migrate.ts';

/**
 * Users' edits of the time, place, caption and rotation of photos. The columns of `photos` contain the effective values, so
 * that lists need no join; for edited photos, the values from the file are stored with the edits.
 */
export const photoEdits: Migration = {
  id: 17,
  name: '0017-photo-edits',
  up: (db) => {
    db.exec(`
      ALTER TABLE photos ADD COLUMN turned INTEGER NOT NULL DEFAULT 0;   -- degrees clockwise from the file's own upright orientation
      ALTER TABLE photos ADD COLUMN modified_at INTEGER;                 -- of the file, as the source reports it; null: unknown

      CREATE TABLE photo_edits (
        photo_id INTEGER PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
        taken_at_local TEXT,
        zone TEXT,                         -- IANA name or +02:00, of taken_at_local; null: as the place has it
        lat REAL,
        lng REAL,
        place_id INTEGER REFERENCES places (id),   -- the town at lat and lng
        caption TEXT,                      -- empty: none, whatever the file says
        rotation INTEGER NOT NULL DEFAULT 0 CHECK (rotation IN (0, 90, 180, 270)),
        edited_at INTEGER NOT NULL,
        -- What the file says, as the indexer last read it.
        file_taken_at INTEGER NOT NULL,
        file_taken_at_local TEXT NOT NULL,
        file_caption TEXT,
        file_lat REAL,
        file_lng REAL,
        file_place_id INTEGER REFERENCES places (id),
        CHECK ((lat IS NULL) = (lng IS NULL)),
        CHECK (zone IS NULL OR taken_at_local IS NOT NULL)
      ) STRICT;

      -- The values before and after single changes, for a day: a user may undo a change of thousands of photos.
      CREATE TABLE photo_edit_changes (
        change TEXT NOT NULL,
        photo_id INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
        before TEXT NOT NULL,              -- JSON: the columns that were changed, of photo_edits
        after TEXT NOT NULL,
        changed_at INTEGER NOT NULL,
        PRIMARY KEY (change, photo_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX photo_edit_changes_photo ON photo_edit_changes (photo_id);
      CREATE INDEX photo_edit_changes_age ON photo_edit_changes (changed_at);

      CREATE TRIGGER timeline_photo_turned AFTER UPDATE OF turned ON photos WHEN old.listed = 1 OR new.listed = 1 BEGIN
        INSERT INTO timeline_changes (photo_id) VALUES (new.id);
      END;
    `);
  },
};
