import type { Migration } from '../migrate.ts';

/**
 * Things in photos, and recognized text. Analyses without a label model stay valid: their photos are analysed for labels
 * only, once there is a model.
 */
export const thingsAndText: Migration = {
  id: 11,
  name: '0011-things-and-text',
  up: (db) => {
    db.exec(`
      ALTER TABLE analyses ADD COLUMN labels_by TEXT;         -- the model that labelled the photo
      ALTER TABLE analyses ADD COLUMN people_seen INTEGER;    -- the number of people that it counted
      CREATE INDEX analyses_labels_by ON analyses (labels_by) WHERE state = 'done';

      CREATE TABLE labels (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE          -- in the vocabulary of the model
      ) STRICT;
      CREATE TABLE photo_labels (
        photo_id INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
        label_id INTEGER NOT NULL REFERENCES labels (id),
        score REAL NOT NULL,               -- 0 to 1
        shown INTEGER NOT NULL,            -- 1: sure enough to be shown unasked
        box TEXT,                          -- JSON; null where there is none
        PRIMARY KEY (photo_id, label_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX photo_labels_found ON photo_labels (label_id, score DESC, photo_id);

      -- Texts are read after all other analysis.
      ALTER TABLE analyses ADD COLUMN text_by TEXT;           -- the model that read the text in the photo; null: not read yet
      ALTER TABLE analyses ADD COLUMN text_attempts INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE analyses ADD COLUMN text_retry_at INTEGER NOT NULL DEFAULT 0;
      CREATE INDEX analyses_to_read ON analyses (text_retry_at, photo_id) WHERE text_by IS NULL AND state = 'done';
      CREATE INDEX analyses_text_by ON analyses (text_by) WHERE text_by IS NOT NULL;

      CREATE TABLE text_lines (
        photo_id INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
        line INTEGER NOT NULL,             -- from 0, in reading order
        text TEXT NOT NULL,
        score REAL NOT NULL,
        shown INTEGER NOT NULL,
        box TEXT NOT NULL,
        PRIMARY KEY (photo_id, line)
      ) STRICT, WITHOUT ROWID;

      DROP TABLE photo_text;
      CREATE VIRTUAL TABLE photo_text USING fts5 (
        name, caption, tags, people, place, albums, camera, auto_tags, written,
        content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '3 4'
      );
      INSERT INTO photo_text (rowid, name, caption, tags, people, place, albums, camera, auto_tags)
        SELECT photos.id, photos.name, photos.caption,
          (SELECT group_concat(tags.name, ' · ') FROM photo_tags JOIN tags ON tags.id = photo_tags.tag_id
            WHERE photo_tags.photo_id = photos.id),
          (SELECT group_concat(name, ' · ') FROM people WHERE id IN
            (SELECT person_id FROM faces WHERE faces.photo_id = photos.id)),
          places.label,
          (SELECT group_concat(albums.name, ' · ') FROM album_photos JOIN albums ON albums.id = album_photos.album_id
            WHERE album_photos.photo_id = photos.id),
          concat_ws(' · ', photos.camera, photos.lens),
          (SELECT group_concat(tag, ' · ') FROM auto_tags WHERE photo_id = photos.id)
        FROM photos LEFT JOIN places ON places.id = photos.place_id WHERE photos.indexed_at IS NOT NULL;
    `);
  },
};
