import type { Migration } from '../migrate.ts';

/** Data that users entered in the photo store: people, tags and favourites. Decisions made here take precedence. */
export const saidInTheStore: Migration = {
  id: 15,
  name: '0015-said-in-the-store',
  up: (db) => {
    db.exec(`
      ALTER TABLE photo_tags ADD COLUMN from_source INTEGER NOT NULL DEFAULT 0;   -- 1: the tag comes from the store, not from a user

      -- Tags of the store that users removed. They are not added again.
      CREATE TABLE tag_refusals (
        photo_id INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
        key TEXT NOT NULL,                 -- as of tags
        PRIMARY KEY (photo_id, key)
      ) STRICT, WITHOUT ROWID;

      CREATE TABLE source_people (
        photo_id INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        name TEXT NOT NULL,
        name_key TEXT NOT NULL,            -- as of people
        box TEXT,                          -- JSON, in fractions of the upright photo; null where the store does not say
        PRIMARY KEY (photo_id, position)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX source_people_name ON source_people (name_key, photo_id);

      INSERT INTO facet_versions (facet) VALUES ('named');
      CREATE TRIGGER named_added AFTER INSERT ON source_people BEGIN
        UPDATE facet_versions SET version = version + 1 WHERE facet = 'named';
      END;
      CREATE TRIGGER named_removed AFTER DELETE ON source_people BEGIN
        UPDATE facet_versions SET version = version + 1 WHERE facet = 'named';
      END;

      -- Photos that are, or were, favourites in the store. Each becomes a user's favourite once only.
      CREATE TABLE source_favorites (
        photo_id INTEGER PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
        user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,   -- whose favourite it became
        given_at INTEGER                   -- null: there was nobody yet
      ) STRICT;
      CREATE INDEX source_favorites_due ON source_favorites (photo_id) WHERE given_at IS NULL;
    `);
  },
};
