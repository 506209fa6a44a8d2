import type { Migration } from '../migrate.ts';
import { triggers } from './0001-initial-triggers.ts';

/** The first schema of the index. Times are epoch seconds UTC; booleans are 0 and 1. */
export const initial: Migration = {
  id: 1,
  name: 'initial',
  up: (db) => {
    db.exec(photos);
    db.exec(decisions);
    db.exec(albumsAndTags);
    db.exec(facesAndPeople);
    db.exec(accounts);
    db.exec(bookkeeping);
    db.exec(triggers);
  },
};

/** The indexer's data about each photo. */
const photos = `
  CREATE TABLE places (
    id INTEGER PRIMARY KEY,
    label TEXT NOT NULL UNIQUE,
    city TEXT NOT NULL,
    country TEXT NOT NULL
  ) STRICT;

  CREATE TABLE photos (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    rev TEXT NOT NULL,                 -- content revision that the source last announced
    indexed_rev TEXT,                  -- content revision that the columns below describe
    kind TEXT NOT NULL CHECK (kind IN ('image', 'video', 'live', 'raw')),
    name TEXT NOT NULL DEFAULT '',
    mime TEXT NOT NULL DEFAULT 'application/octet-stream',
    size INTEGER NOT NULL DEFAULT 0,
    sha1 BLOB CHECK (sha1 IS NULL OR length(sha1) = 20),
    taken_at INTEGER NOT NULL,
    taken_at_local TEXT NOT NULL,      -- wall clock at the place of capture: 2024-02-29T23:59:58
    width INTEGER,                     -- of the upright picture
    height INTEGER,
    camera TEXT,
    lens TEXT,
    caption TEXT,
    lat REAL,
    lng REAL,
    place_id INTEGER REFERENCES places (id),
    thumbhash BLOB,
    thumb_revision INTEGER NOT NULL DEFAULT 0,  -- 0: no thumbnail; else the number of the present one
    thumbs_made INTEGER NOT NULL DEFAULT 0,     -- only ever grows: caches keep a revision for good

    state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'indexed', 'failed')),
    error TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,        -- in a row without success
    retry_at INTEGER NOT NULL DEFAULT 0,
    in_hand INTEGER NOT NULL DEFAULT 0,         -- being read now; still 1 at start means that the process died over it
    added_at INTEGER NOT NULL,
    indexed_at INTEGER,                         -- first success; kept while a newer content is pending
    deleted_at INTEGER,                         -- gone upstream; purged after a grace
    listed INTEGER GENERATED ALWAYS AS (indexed_at IS NOT NULL AND deleted_at IS NULL) VIRTUAL
  ) STRICT;

  CREATE INDEX photos_due ON photos (retry_at, id) WHERE state <> 'indexed' AND deleted_at IS NULL;
  CREATE INDEX photos_failed ON photos (id) WHERE state = 'failed';
  CREATE INDEX photos_deleted ON photos (deleted_at) WHERE deleted_at IS NOT NULL;
  CREATE INDEX photos_in_hand ON photos (id) WHERE in_hand = 1;
  CREATE INDEX photos_sha1 ON photos (sha1) WHERE sha1 IS NOT NULL;
  CREATE INDEX photos_place ON photos (place_id);

  -- All EXIF and XMP tags, as JSON. Only the metadata page reads them.
  CREATE TABLE photo_exif (
    photo_id INTEGER PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    exif TEXT NOT NULL
  ) STRICT;

  -- The machine-learning stage of each indexed photo. Photos wait until a provider has models.
  CREATE TABLE analyses (
    photo_id INTEGER PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed')),
    models TEXT,                       -- which models made the result
    error TEXT,
    attempts INTEGER NOT NULL DEFAULT 0,
    retry_at INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX analyses_due ON analyses (retry_at, photo_id) WHERE state <> 'done';
  CREATE INDEX analyses_models ON analyses (models) WHERE state = 'done';

  CREATE VIRTUAL TABLE photo_text USING fts5 (
    name, caption, tags, people, place, albums, camera,
    content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  );
`;

/** Users' decisions about photos, which survive re-indexing. */
const decisions = `
  CREATE TABLE users (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    username TEXT NOT NULL UNIQUE,
    display_name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('read', 'write', 'admin')),
    password_hash TEXT NOT NULL,
    disabled INTEGER NOT NULL DEFAULT 0,
    token_epoch INTEGER NOT NULL DEFAULT 0,     -- part of every signature: counting it up ends them all
    created_at INTEGER NOT NULL,
    last_login_at INTEGER
  ) STRICT;

  -- Only photos that are archived or hidden have a row.
  CREATE TABLE photo_flags (
    photo_id INTEGER PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE,
    archived INTEGER NOT NULL DEFAULT 0,
    hidden INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE favorites (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    photo_id INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, photo_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX favorites_photo ON favorites (photo_id);
`;

const albumsAndTags = `
  CREATE TABLE albums (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    cover_uid TEXT
  ) STRICT;

  CREATE TABLE album_photos (
    album_id INTEGER NOT NULL REFERENCES albums (id) ON DELETE CASCADE,
    photo_id INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    added_at INTEGER,
    PRIMARY KEY (album_id, photo_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX album_photos_photo ON album_photos (photo_id);

  CREATE TABLE tags (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,                -- as first written
    key TEXT NOT NULL UNIQUE           -- case-folded, for comparison
  ) STRICT;

  CREATE TABLE photo_tags (
    tag_id INTEGER NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
    photo_id INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    PRIMARY KEY (tag_id, photo_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX photo_tags_photo ON photo_tags (photo_id, position);
`;

const facesAndPeople = `
  CREATE TABLE people (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT,
    name_key TEXT UNIQUE,              -- case-folded; null while the person has no name
    cover_face_id INTEGER,
    hidden INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE faces (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    photo_id INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    person_id INTEGER REFERENCES people (id) ON DELETE SET NULL,
    assigned_by TEXT NOT NULL DEFAULT 'auto' CHECK (assigned_by IN ('auto', 'user', 'propagated')),
    x REAL NOT NULL, y REAL NOT NULL, w REAL NOT NULL, h REAL NOT NULL,   -- fractions of the upright photo
    points TEXT NOT NULL,              -- JSON: [[x, y], …] in the same fractions
    score REAL NOT NULL,
    model TEXT NOT NULL,               -- of the embedding
    embedding BLOB NOT NULL CHECK (length(embedding) = 2048)
  ) STRICT;
  CREATE INDEX faces_photo ON faces (photo_id);
  CREATE INDEX faces_person ON faces (person_id, photo_id);

  CREATE TABLE image_embeddings (
    photo_id INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    embedding BLOB NOT NULL,           -- float32 values, L2-normalised
    PRIMARY KEY (model, photo_id)
  ) STRICT;
  CREATE INDEX image_embeddings_photo ON image_embeddings (photo_id);
`;

const accounts = `
  CREATE TABLE tokens (
    hash BLOB PRIMARY KEY,             -- SHA-256 of the token: the token itself is never stored
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
    family TEXT NOT NULL,              -- all tokens that descend from one login
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER,
    client TEXT                        -- user agent at login, for the list of sessions
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX tokens_user ON tokens (user_id);
  CREATE INDEX tokens_family ON tokens (family);
  CREATE INDEX tokens_expiry ON tokens (expires_at);

  CREATE TABLE login_failures (
    key TEXT NOT NULL,                 -- 'address …' or 'user … address …'
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX login_failures_key ON login_failures (key, at);
  CREATE INDEX login_failures_at ON login_failures (at);
`;

const bookkeeping = `
  CREATE TABLE sync_state (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Photos that the current full pass has found in the source. At its end, all other photos count as removed.
  CREATE TABLE full_pass (
    photo_id INTEGER PRIMARY KEY REFERENCES photos (id) ON DELETE CASCADE
  ) STRICT;

  CREATE TABLE plugin_state (
    plugin TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (plugin, key)
  ) STRICT, WITHOUT ROWID;

  -- Photos that the timeline in memory has to read again; see timeline/timeline.ts.
  CREATE TABLE timeline_changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    photo_id INTEGER NOT NULL
  ) STRICT;

  -- The version increases whenever a photo enters or leaves a set, so that cached sets can be checked for changes.
  CREATE TABLE facet_versions (
    facet TEXT PRIMARY KEY,
    version INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  INSERT INTO facet_versions (facet) VALUES ('favorites'), ('tags'), ('albums'), ('people');

  -- The number of listed photos with the same content.
  CREATE TABLE content_copies (
    sha1 BLOB PRIMARY KEY,
    size INTEGER NOT NULL,
    copies INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX content_copies_waste ON content_copies ((copies - 1) * size, sha1) WHERE copies > 1;
`;
