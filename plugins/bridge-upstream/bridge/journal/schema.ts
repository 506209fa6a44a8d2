import type { SqliteDatabase } from 'photofinch/plugin-api/toolkit';

export interface Migration {
  /** 1, 2, 3, … without gaps; stored as the file's `user_version`. */
  readonly id: number;
  readonly up: (db: SqliteDatabase) => void;
}

/**
 * Migrates a journal, with one transaction for each migration and its version number.
 * @throws Error if a newer program wrote the file
 */
export function migrate(db: SqliteDatabase, migrations: readonly Migration[]): void {
  const version = db.pragma('user_version', { simple: true }) as number;
  const newest = migrations.at(-1)?.id ?? 0;
  if (version > newest) {
    throw new Error(
      `The bridge's journal has schema version ${version}, this program knows ${newest}: start the newer program that wrote it.`,
    );
  }
  for (const migration of migrations.filter(({ id }) => id > version)) {
    db.transaction(() => {
      migration.up(db);
      db.pragma(`user_version = ${migration.id}`);
    }).immediate();
  }
}

/*
 * [Note: the feed lives in the rows]
 * There is no event log. Each photo and album stores the number of its last change (`seq`), and each removed one leaves a
 * row in `gone`. The feed after a cursor consists of all rows with a higher number, in ascending order and in their current
 * state. A client that replays it from any cursor ends up with the result of a full listing, and only `gone` ever needs
 * pruning.
 *
 * [Note: eras of the feed]
 * A journal may be rolled back: a power failure loses the last transactions, or an admin restores a copy. Numbers are then
 * assigned again, to other changes. So each process that makes changes starts an era with a random id, which is part of
 * cursors. A cursor has expired if its number is beyond the end of its era, as far as the journal knows.
 *
 * [Note: roles]
 * `main` photos are in the timeline. A `film` is the motion part of a live photo and refers to its `main` photo. A `held`
 * file was found under a new path while a file with the same bytes is missing: at the end of the scan it is decided whether
 * it is a new name of the missing file. It is invisible outside the bridge until then, and is not read again if the scan is
 * killed.
 *
 * [Note: pairs of files]
 * A still and a MOV in one folder are one live photo if both have the same identifier of Apple, or the same name if one of
 * them has no identifier. Files that were read by a version without identifiers have none until they are read again, so
 * their names decide.
 */
export const driverMigrations: readonly Migration[] = [
  {
    id: 1,
    up: (db) => {
      db.exec(`
        CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

        CREATE TABLE albums (
          id INTEGER PRIMARY KEY,
          uid TEXT NOT NULL UNIQUE,
          folder TEXT NOT NULL UNIQUE,
          name TEXT NOT NULL,
          photo_count INTEGER NOT NULL DEFAULT 0,
          last_activity INTEGER NOT NULL,
          seq INTEGER NOT NULL
        );
        CREATE INDEX albums_by_seq ON albums (seq);

        CREATE TABLE files (
          id INTEGER PRIMARY KEY,
          uid TEXT NOT NULL UNIQUE,
          path TEXT NOT NULL UNIQUE,
          folder TEXT NOT NULL,
          stem TEXT NOT NULL,
          handle TEXT NOT NULL,
          size INTEGER NOT NULL,
          mtime_ms REAL NOT NULL,
          ctime_ms REAL NOT NULL,
          role TEXT NOT NULL CHECK (role IN ('main', 'film', 'held')),
          main_id INTEGER,
          kind TEXT NOT NULL CHECK (kind IN ('image', 'video', 'live', 'raw')),
          media_type TEXT NOT NULL,
          rev TEXT NOT NULL,
          sha1 TEXT,
          capture_time INTEGER NOT NULL,
          capture_time_source TEXT NOT NULL CHECK (capture_time_source IN ('exif', 'name', 'mtime')),
          utc_offset INTEGER,
          width INTEGER,
          height INTEGER,
          duration REAL,
          lat REAL,
          lng REAL,
          device TEXT,
          orientation INTEGER,
          error TEXT,
          attempts INTEGER NOT NULL DEFAULT 0,
          retry_at INTEGER,
          first_seen INTEGER NOT NULL,
          album_id INTEGER REFERENCES albums (id),
          added_at INTEGER,
          seq INTEGER
        );
        CREATE INDEX timeline ON files (capture_time DESC, uid, rev) WHERE role = 'main';
        CREATE INDEX album_photos ON files (album_id, capture_time DESC, uid) WHERE role = 'main';
        CREATE INDEX homeless ON files (folder) WHERE role = 'main' AND album_id IS NULL AND folder <> '';
        CREATE INDEX held ON files (sha1) WHERE role = 'held';
        CREATE INDEX films ON files (main_id) WHERE main_id IS NOT NULL;
        CREATE INDEX files_by_stem ON files (stem);
        CREATE INDEX files_by_sha1 ON files (sha1) WHERE sha1 IS NOT NULL;
        CREATE INDEX files_by_seq ON files (seq) WHERE seq IS NOT NULL;

        CREATE TABLE gone (
          seq INTEGER PRIMARY KEY,
          kind TEXT NOT NULL CHECK (kind IN ('photo', 'album')),
          uid TEXT NOT NULL,
          at INTEGER NOT NULL
        );
        CREATE INDEX gone_by_time ON gone (at);

        -- Of the scan under way: what is new or looks changed, and what is out of sight.
        CREATE TABLE found (
          id INTEGER PRIMARY KEY,
          file_id INTEGER,
          path TEXT NOT NULL,
          handle TEXT NOT NULL,
          size INTEGER NOT NULL,
          mtime_ms REAL NOT NULL,
          ctime_ms REAL NOT NULL
        );
        CREATE INDEX found_by_size ON found (size) WHERE file_id IS NULL;
        CREATE TABLE vanished (file_id INTEGER PRIMARY KEY);
        CREATE TABLE renames (file_id INTEGER PRIMARY KEY, held_id INTEGER NOT NULL UNIQUE);

        -- Kept by triggers, so that counting a million photos costs one row.
        CREATE TABLE counts (files INTEGER NOT NULL, photos INTEGER NOT NULL, failed INTEGER NOT NULL, albums INTEGER NOT NULL);
        INSERT INTO counts VALUES (0, 0, 0, 0);
        CREATE TRIGGER file_added AFTER INSERT ON files BEGIN
          UPDATE counts SET files = files + 1, photos = photos + (NEW.role = 'main'),
            failed = failed + (NEW.role <> 'held' AND NEW.sha1 IS NULL);
          UPDATE albums SET photo_count = photo_count + 1 WHERE id = NEW.album_id AND NEW.role = 'main';
        END;
        CREATE TRIGGER file_removed AFTER DELETE ON files BEGIN
          UPDATE counts SET files = files - 1, photos = photos - (OLD.role = 'main'),
            failed = failed - (OLD.role <> 'held' AND OLD.sha1 IS NULL);
          UPDATE albums SET photo_count = photo_count - 1 WHERE id = OLD.album_id AND OLD.role = 'main';
        END;
        CREATE TRIGGER file_changed AFTER UPDATE OF role, sha1, album_id ON files BEGIN
          UPDATE counts SET photos = photos + (NEW.role = 'main') - (OLD.role = 'main'),
            failed = failed + (NEW.role <> 'held' AND NEW.sha1 IS NULL) - (OLD.role <> 'held' AND OLD.sha1 IS NULL)
            WHERE (NEW.role, NEW.sha1 IS NULL) <> (OLD.role, OLD.sha1 IS NULL);
          UPDATE albums SET photo_count = photo_count - 1 WHERE id = OLD.album_id AND OLD.role = 'main';
          UPDATE albums SET photo_count = photo_count + 1 WHERE id = NEW.album_id AND NEW.role = 'main';
        END;
        CREATE TRIGGER album_added AFTER INSERT ON albums BEGIN UPDATE counts SET albums = albums + 1; END;
        CREATE TRIGGER album_removed AFTER DELETE ON albums BEGIN UPDATE counts SET albums = albums - 1; END;
      `);
    },
  },
  {
    id: 2,
    up: (db) => {
      // Only photos in the timeline belong to albums. Without `role` in its condition, the index also serves the foreign
      // key, which would otherwise scan all files whenever an album is removed.
      db.exec(`
        DROP INDEX album_photos;
        CREATE INDEX album_photos ON files (album_id, capture_time DESC, uid) WHERE album_id IS NOT NULL;
      `);
    },
  },
  {
    id: 3,
    up: (db) => {
      // [Note: eras of the feed]
      db.exec('CREATE TABLE eras (id TEXT PRIMARY KEY, after_seq INTEGER NOT NULL)');
    },
  },
  {
    id: 4,
    up: (db) => {
      // [Note: photos that take another's name]
      db.exec(`
        DROP INDEX found_by_size;
        CREATE INDEX found_by_size ON found (size);
        CREATE INDEX found_by_file ON found (file_id) WHERE file_id IS NOT NULL;
      `);
    },
  },
  {
    id: 5,
    up: (db) => {
      // [Note: pairs of files]
      db.exec(`
        ALTER TABLE files ADD COLUMN content_id TEXT;
        CREATE INDEX files_by_content_id ON files (folder, content_id) WHERE content_id IS NOT NULL;
      `);
    },
  },
  {
    id: 6,
    up: (db) => {
      // Files of size 0 were not read, and counted as sound. Encrypted ones may be cut off before their content.
      db.exec('UPDATE files SET retry_at = 0 WHERE size = 0 AND sha1 IS NOT NULL');
    },
  },
];
