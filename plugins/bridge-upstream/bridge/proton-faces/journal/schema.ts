import type { Migration } from '../../journal/schema.ts';

/*
 * `state`, `gone`, `eras` and the columns `id`, `uid`, `rev`, `role`, `seq` are the same as in the journal over a driver,
 * since the feed of changes uses both.
 *
 * [Note: missed lists]
 * `missed` is the number of consecutive complete lists without the photo; `missed_since` is the time of the first one.
 */
export const protonMigrations: readonly Migration[] = [
  {
    id: 1,
    up: (db) => {
      db.exec(`
        CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE eras (id TEXT PRIMARY KEY, after_seq INTEGER NOT NULL);
        CREATE TABLE gone (
          seq INTEGER PRIMARY KEY,
          kind TEXT NOT NULL CHECK (kind IN ('photo', 'album')),
          uid TEXT NOT NULL,
          at INTEGER NOT NULL
        );
        CREATE INDEX gone_by_time ON gone (at);

        CREATE TABLE files (
          id INTEGER PRIMARY KEY,
          uid TEXT NOT NULL UNIQUE,
          role TEXT NOT NULL CHECK (role IN ('main', 'film')),
          main_uid TEXT,
          kind TEXT NOT NULL CHECK (kind IN ('image', 'video', 'live', 'raw')),
          name TEXT NOT NULL,
          media_type TEXT NOT NULL,
          rev TEXT NOT NULL,
          size INTEGER NOT NULL,
          claimed_sha1 TEXT,
          -- A claim that the bytes have shown to be wrong.
          wrong_sha1 TEXT,
          modification_time TEXT,
          capture_time INTEGER NOT NULL,
          modified_time INTEGER NOT NULL,
          created_time INTEGER,
          tags TEXT NOT NULL,
          favourite INTEGER NOT NULL CHECK (favourite IN (0, 1)),
          -- Why nothing but its place in the list is known of it.
          error TEXT,
          -- The pass over all nodes that this comes from.
          pass INTEGER NOT NULL,
          missed INTEGER NOT NULL DEFAULT 0,
          missed_since INTEGER,
          seq INTEGER
        );
        CREATE INDEX timeline ON files (capture_time DESC, uid) WHERE role = 'main';
        CREATE INDEX files_by_main ON files (main_uid) WHERE main_uid IS NOT NULL;
        CREATE INDEX files_by_seq ON files (seq) WHERE seq IS NOT NULL;
        CREATE INDEX files_by_pass ON files (pass, id);
        CREATE INDEX files_unknown ON files (id) WHERE error IS NOT NULL;
        CREATE INDEX files_missed ON files (missed, id) WHERE missed > 0;

        -- An album without a name is known from its photos alone, and not shown.
        CREATE TABLE albums (
          id INTEGER PRIMARY KEY,
          uid TEXT NOT NULL UNIQUE,
          name TEXT,
          missed INTEGER NOT NULL DEFAULT 0,
          photo_count INTEGER NOT NULL DEFAULT 0,
          last_activity INTEGER NOT NULL,
          seq INTEGER
        );
        CREATE INDEX albums_by_seq ON albums (seq) WHERE seq IS NOT NULL;
        CREATE TABLE members (
          album_id INTEGER NOT NULL REFERENCES albums (id),
          capture_time INTEGER NOT NULL,
          uid TEXT NOT NULL,
          PRIMARY KEY (album_id, uid)
        ) WITHOUT ROWID;
        CREATE INDEX members_by_time ON members (album_id, capture_time DESC, uid);
        CREATE INDEX members_by_photo ON members (uid);

        -- Photos of the list that is read now, in its order, that are to be asked for.
        CREATE TABLE wanted (id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, capture_time INTEGER);

        CREATE TABLE counts (photos INTEGER NOT NULL, albums INTEGER NOT NULL);
        INSERT INTO counts VALUES (0, 0);
        CREATE TRIGGER file_added AFTER INSERT ON files WHEN NEW.role = 'main'
          BEGIN UPDATE counts SET photos = photos + 1; END;
        CREATE TRIGGER file_removed AFTER DELETE ON files WHEN OLD.role = 'main'
          BEGIN UPDATE counts SET photos = photos - 1; END;
        CREATE TRIGGER file_moved AFTER UPDATE OF role ON files WHEN NEW.role <> OLD.role
          BEGIN UPDATE counts SET photos = photos + (NEW.role = 'main') - (OLD.role = 'main'); END;
        CREATE TRIGGER album_added AFTER INSERT ON albums WHEN NEW.name IS NOT NULL
          BEGIN UPDATE counts SET albums = albums + 1; END;
        CREATE TRIGGER album_removed AFTER DELETE ON albums WHEN OLD.name IS NOT NULL
          BEGIN UPDATE counts SET albums = albums - 1; END;
        CREATE TRIGGER album_named AFTER UPDATE OF name ON albums WHEN (NEW.name IS NULL) <> (OLD.name IS NULL)
          BEGIN UPDATE counts SET albums = albums + (NEW.name IS NOT NULL) - (OLD.name IS NOT NULL); END;
        CREATE TRIGGER member_added AFTER INSERT ON members
          BEGIN UPDATE albums SET photo_count = photo_count + 1 WHERE id = NEW.album_id; END;
        CREATE TRIGGER member_removed AFTER DELETE ON members
          BEGIN UPDATE albums SET photo_count = photo_count - 1 WHERE id = OLD.album_id; END;
      `);
    },
  },
];
