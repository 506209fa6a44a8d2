/**
 * The journal's schema. Paths are relative to the folder of the export, with slashes; `folder` is the key that the parts of
 * an export share. Sequence numbers (`seq`) only increase: the changes after one are those with higher numbers.
 */
export const schema = `
  CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    dir TEXT NOT NULL,
    folder TEXT NOT NULL,
    name TEXT NOT NULL,
    is_side INTEGER NOT NULL,          -- 1: a side file, which says something of photos
    size INTEGER NOT NULL,
    mtime_ms REAL NOT NULL,
    state TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'read', 'failed')),
    read_size INTEGER,                 -- size and mtime_ms as of the last reading; null before the first
    read_mtime_ms REAL,
    tries INTEGER NOT NULL DEFAULT 0,  -- readings in a row that failed
    retry_at INTEGER NOT NULL DEFAULT 0,  -- epoch seconds
    kind TEXT,                         -- of photos
    media_type TEXT,
    sha1 TEXT,                         -- as of the last reading; null before the first
    seconds REAL,                      -- how long a video lasts; null where that is not known
    facts TEXT,                        -- of side files, as JSON; null when they say nothing
    says TEXT,                         -- 'photo' or 'album': what the facts are about
    title TEXT,                        -- as in the facts
    stamp TEXT,                        -- of the facts: another one when they say something else
    side_id INTEGER,                   -- the side file of the photo
    main_id INTEGER,                   -- the still that this video is the motion part of
    settled TEXT                       -- what the photo was made of, to notice that it is out of date
  ) STRICT;
  CREATE INDEX files_dir ON files (dir);
  CREATE INDEX files_folder ON files (folder);
  CREATE INDEX files_album ON files (folder) WHERE says = 'album';
  CREATE INDEX files_sha1 ON files (sha1) WHERE sha1 IS NOT NULL;
  CREATE INDEX files_new ON files (is_side DESC, folder, id) WHERE state = 'new';
  CREATE INDEX files_main ON files (main_id) WHERE main_id IS NOT NULL;

  -- Photos by content: however many files there are of one. What is gone keeps its uid for when it comes back.
  CREATE TABLE photos (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    sha1 TEXT NOT NULL UNIQUE,
    capture_time INTEGER NOT NULL,
    node TEXT NOT NULL,                -- JSON
    gone INTEGER NOT NULL DEFAULT 0,
    seq INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX photos_time ON photos (capture_time DESC, uid) WHERE gone = 0;
  CREATE INDEX photos_seq ON photos (seq);

  CREATE TABLE albums (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    folder TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    photos INTEGER NOT NULL DEFAULT 0, -- how many; an album without is gone
    seq INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX albums_seq ON albums (seq);
  CREATE TABLE album_members (
    album_id INTEGER NOT NULL,
    photo_id INTEGER NOT NULL,
    PRIMARY KEY (album_id, photo_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX album_members_photo ON album_members (photo_id);

  -- What is still to be worked out after files came, changed or went: it is, however often the server is killed.
  CREATE TABLE stale_folders (folder TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE stale_photos (sha1 TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

  CREATE TABLE state (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
`;
