import type { Migration } from '../migrate.ts';

/**
 * What users have hidden for themselves: photos one by one, and albums and people, separate from those that others withhold
 * from them. A merge records which of the two each withholding of its source was.
 */
export const ownHidden: Migration = {
  id: 23,
  name: '0023-own-hidden',
  up: (db) => {
    db.exec(`
      CREATE TABLE own_hidden_photos (
        user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
        photo_id INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
        PRIMARY KEY (user_id, photo_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX own_hidden_photos_photo ON own_hidden_photos (photo_id);

      INSERT INTO facet_versions (facet) VALUES ('ownHidden');
      CREATE TRIGGER own_hidden_photos_added AFTER INSERT ON own_hidden_photos BEGIN
        UPDATE facet_versions SET version = version + 1 WHERE facet = 'ownHidden';
      END;
      CREATE TRIGGER own_hidden_photos_removed AFTER DELETE ON own_hidden_photos BEGIN
        UPDATE facet_versions SET version = version + 1 WHERE facet = 'ownHidden';
      END;

      -- 1: users hid the subject from themselves. No other user learns of it.
      ALTER TABLE withholdings ADD COLUMN own INTEGER NOT NULL DEFAULT 0;
      DROP INDEX withholdings_once;
      CREATE UNIQUE INDEX withholdings_once
        ON withholdings (coalesce(album_uid, ''), coalesce(person_id, 0), coalesce(user_id, 0), own);

      CREATE TABLE merge_record_withholdings_new (
        record_id INTEGER NOT NULL REFERENCES merge_records (id) ON DELETE CASCADE,
        user_id INTEGER NOT NULL,          -- 0: all of the role read
        own INTEGER NOT NULL,              -- as in withholdings
        decided_by INTEGER,
        decided_at INTEGER NOT NULL,
        added INTEGER NOT NULL,            -- by this merge, and no other, the one who stayed is kept from them too
        PRIMARY KEY (record_id, user_id, own)
      ) STRICT, WITHOUT ROWID;
      INSERT INTO merge_record_withholdings_new (record_id, user_id, own, decided_by, decided_at, added)
        SELECT record_id, user_id, 0, decided_by, decided_at, added FROM merge_record_withholdings;
      DROP TABLE merge_record_withholdings;
      ALTER TABLE merge_record_withholdings_new RENAME TO merge_record_withholdings;
    `);
  },
};
