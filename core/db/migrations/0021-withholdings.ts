import type { Migration } from '../migrate.ts';

/** Albums and people that are withheld from some users. A row without a user applies to all users with the role read. */
export const withholdings: Migration = {
  id: 21,
  name: '0021-withholdings',
  up: (db) => {
    db.exec(`
      CREATE TABLE withholdings (
        id INTEGER PRIMARY KEY,
        album_uid TEXT,                    -- an album may go and come back: it has its uid again then
        person_id INTEGER REFERENCES people (id) ON DELETE CASCADE,
        user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,      -- null: all of the role read
        decided_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
        decided_at INTEGER NOT NULL,
        CHECK ((album_uid IS NULL) <> (person_id IS NULL))
      ) STRICT;
      CREATE UNIQUE INDEX withholdings_once
        ON withholdings (coalesce(album_uid, ''), coalesce(person_id, 0), coalesce(user_id, 0));
      CREATE INDEX withholdings_person ON withholdings (person_id) WHERE person_id IS NOT NULL;
      CREATE INDEX withholdings_user ON withholdings (user_id) WHERE user_id IS NOT NULL;

      -- The users from whom the merged person was withheld before the merge.
      CREATE TABLE merge_record_withholdings (
        record_id INTEGER NOT NULL REFERENCES merge_records (id) ON DELETE CASCADE,
        user_id INTEGER NOT NULL,          -- 0: all of the role read
        decided_by INTEGER,
        decided_at INTEGER NOT NULL,
        added INTEGER NOT NULL,            -- by this merge, and no other, the one who stayed is kept from them too
        PRIMARY KEY (record_id, user_id)
      ) STRICT, WITHOUT ROWID;

      -- The version increases with every row that is added or removed.
      INSERT INTO facet_versions (facet) VALUES ('withholdings');
      CREATE TRIGGER withholdings_added AFTER INSERT ON withholdings BEGIN
        UPDATE facet_versions SET version = version + 1 WHERE facet = 'withholdings';
      END;
      CREATE TRIGGER withholdings_removed AFTER DELETE ON withholdings BEGIN
        UPDATE facet_versions SET version = version + 1 WHERE facet = 'withholdings';
      END;
    `);
  },
};
