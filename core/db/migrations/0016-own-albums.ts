import type { Migration } from '../migrate.ts';

/**
 * Albums made here, besides those of the store. Both share the name spaces of uids and ids, and the views that read albums.
 */
export const ownAlbums: Migration = {
  id: 16,
  name: '0016-own-albums',
  up: (db) => {
    db.exec(`
      CREATE TABLE own_albums (
        id INTEGER PRIMARY KEY CHECK (id < 0),   -- those of the store are above 0
        uid TEXT NOT NULL UNIQUE CHECK (uid LIKE 'own-%'),
        name TEXT NOT NULL,
        notes TEXT NOT NULL DEFAULT '',
        rule TEXT,                         -- JSON, of an album that finds its photos by itself; else null
        sorted TEXT NOT NULL DEFAULT 'date' CHECK (sorted IN ('date', 'hand')),
        cover_photo_id INTEGER REFERENCES photos (id) ON DELETE SET NULL,
        made_by INTEGER REFERENCES users (id) ON DELETE SET NULL,
        made_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX own_albums_cover ON own_albums (cover_photo_id) WHERE cover_photo_id IS NOT NULL;

      -- The photos of a deleted album are removed in pieces. Until then, their rows refer to no album.
      CREATE TABLE own_album_photos (
        album_id INTEGER NOT NULL,
        photo_id INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
        position INTEGER,                  -- in the order by hand; null: it never got a place
        added_at INTEGER NOT NULL,
        PRIMARY KEY (album_id, photo_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX own_album_photos_photo ON own_album_photos (photo_id);

      -- Albums whose photos are left out of the timeline: albums of the store, and albums made here. By uid, so that
      -- decisions remain when a sync removes an album.
      CREATE TABLE albums_off_timeline (
        album_uid TEXT PRIMARY KEY
      ) STRICT, WITHOUT ROWID;

      -- Merged people, and the person into whom each was merged. An undone merge has no row, so that rules with the person
      -- apply to them again.
      CREATE TABLE merged_people (
        person_id INTEGER PRIMARY KEY,
        target_id INTEGER NOT NULL
      ) STRICT;
      INSERT OR REPLACE INTO merged_people (person_id, target_id)
        SELECT person_id, target_id FROM merge_records WHERE state = 'merged' ORDER BY id;
      CREATE TRIGGER merged_people_added AFTER UPDATE OF state ON merge_records WHEN new.state = 'merged' BEGIN
        INSERT OR REPLACE INTO merged_people (person_id, target_id) VALUES (new.person_id, new.target_id);
      END;
      CREATE TRIGGER merged_people_parted AFTER UPDATE OF state ON merge_records WHEN new.state = 'undoing' BEGIN
        DELETE FROM merged_people WHERE person_id = new.person_id;
      END;

      CREATE VIEW every_album AS
        SELECT id, uid, name FROM albums UNION ALL SELECT id, uid, name FROM own_albums;
      CREATE VIEW every_album_photo AS
        SELECT album_id, photo_id FROM album_photos UNION ALL SELECT album_id, photo_id FROM own_album_photos;

      CREATE TRIGGER own_album_photos_added AFTER INSERT ON own_album_photos BEGIN
        UPDATE facet_versions SET version = version + 1 WHERE facet = 'albums';
        INSERT OR IGNORE INTO stale_texts (photo_id) VALUES (new.photo_id);
      END;
      CREATE TRIGGER own_album_photos_removed AFTER DELETE ON own_album_photos BEGIN
        UPDATE facet_versions SET version = version + 1 WHERE facet = 'albums';
        INSERT OR IGNORE INTO stale_texts (photo_id) SELECT id FROM photos WHERE id = old.photo_id;
      END;
      CREATE TRIGGER own_album_photos_placed AFTER UPDATE OF position ON own_album_photos BEGIN
        UPDATE facet_versions SET version = version + 1 WHERE facet = 'albums';
      END;
      CREATE TRIGGER own_albums_added AFTER INSERT ON own_albums BEGIN
        UPDATE facet_versions SET version = version + 1 WHERE facet = 'albums';
      END;
      CREATE TRIGGER own_albums_changed AFTER UPDATE ON own_albums BEGIN
        UPDATE facet_versions SET version = version + 1 WHERE facet = 'albums';
      END;
      CREATE TRIGGER albums_added AFTER INSERT ON albums BEGIN
        UPDATE facet_versions SET version = version + 1 WHERE facet = 'albums';
      END;
      CREATE TRIGGER albums_changed AFTER UPDATE ON albums
      WHEN old.name IS NOT new.name OR old.cover_uid IS NOT new.cover_uid BEGIN
        UPDATE facet_versions SET version = version + 1 WHERE facet = 'albums';
      END;
      CREATE TRIGGER albums_removed AFTER DELETE ON albums BEGIN
        UPDATE facet_versions SET version = version + 1 WHERE facet = 'albums';
      END;
      CREATE TRIGGER own_albums_removed AFTER DELETE ON own_albums BEGIN
        UPDATE facet_versions SET version = version + 1 WHERE facet = 'albums';
        DELETE FROM albums_off_timeline WHERE album_uid = old.uid;
      END;
      CREATE TRIGGER own_albums_renamed AFTER UPDATE OF name ON own_albums WHEN old.name <> new.name BEGIN
        INSERT OR IGNORE INTO stale_texts (photo_id) SELECT photo_id FROM own_album_photos WHERE album_id = new.id;
      END;
      CREATE TRIGGER albums_off_timeline_added AFTER INSERT ON albums_off_timeline BEGIN
        UPDATE facet_versions SET version = version + 1 WHERE facet = 'albums';
      END;
      CREATE TRIGGER albums_off_timeline_removed AFTER DELETE ON albums_off_timeline BEGIN
        UPDATE facet_versions SET version = version + 1 WHERE facet = 'albums';
      END;

      -- Lists can be filtered by labels. Each analysis ends by writing the number of people.
      CREATE TRIGGER timeline_labels_changed AFTER UPDATE OF people_seen ON analyses BEGIN
        INSERT INTO timeline_changes (photo_id) VALUES (new.photo_id);
      END;
    `);
  },
};
