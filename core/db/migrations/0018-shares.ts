import type { Migration } from '../migrate.ts';

/**
 * Links with which people without an account can see some photos: those of an album, or a chosen list. Of a link's token,
 * only the hash is stored. Sharing is off until an admin allows it.
 */
export const shares: Migration = {
  id: 18,
  name: '0018-shares',
  up: (db) => {
    db.exec(`
      CREATE TABLE shares (
        id INTEGER PRIMARY KEY AUTOINCREMENT,      -- part of what visitors are given: never given anew
        token_hash BLOB NOT NULL UNIQUE,           -- SHA-256
        user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,   -- with whose eyes visitors see
        name TEXT,
        album_uid TEXT,                            -- null: the photos of share_photos
        expires_at INTEGER,                        -- null: when it is revoked
        password_hash TEXT,
        download INTEGER NOT NULL,
        details INTEGER NOT NULL,                  -- dates and places are shown
        archived INTEGER NOT NULL,                 -- archived photos are shown
        created_at INTEGER NOT NULL,
        views INTEGER NOT NULL DEFAULT 0,
        downloads INTEGER NOT NULL DEFAULT 0,
        last_seen_at INTEGER
      ) STRICT;
      CREATE INDEX shares_user ON shares (user_id);

      CREATE TABLE share_photos (
        share_id INTEGER NOT NULL REFERENCES shares (id) ON DELETE CASCADE,
        photo_id INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        PRIMARY KEY (share_id, photo_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX share_photos_photo ON share_photos (photo_id);

      CREATE TABLE sharing (enabled INTEGER NOT NULL CHECK (enabled IN (0, 1))) STRICT;
      INSERT INTO sharing (enabled) VALUES (0);
    `);
  },
};
