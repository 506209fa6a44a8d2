import type { Migration } from '../migrate.ts';
import { faceFiles } from './0003-face-files.ts';
import { peopleCounts, peopleCountTriggers } from './0003-people-counts.ts';
import { nearDuplicates } from './0003-near-duplicates.ts';
import { triggers } from './0003-people-triggers.ts';

/**
 * Results of machine learning, by model, and separate from them the decisions of users. Embeddings of two models are stored
 * side by side: the old model still answers searches while the new one analyses the library.
 */
export const people: Migration = {
  id: 3,
  name: '0003-people',
  up: (db) => {
    db.exec(embeddings);
    db.exec(decisions);
    db.exec(derived);
    db.exec(nearDuplicates);
    db.exec(logs);
    db.exec(peopleCounts);
    db.exec(triggers);
    db.exec(faceFiles);
    db.exec(peopleCountTriggers);
  },
};

const embeddings = `
  CREATE TABLE face_embeddings (
    face_id INTEGER NOT NULL REFERENCES faces (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    embedding BLOB NOT NULL CHECK (length(embedding) = 2048),   -- 512 float32 values, L2-normalised
    PRIMARY KEY (model, face_id)
  ) STRICT;
  CREATE INDEX face_embeddings_face ON face_embeddings (face_id);
  INSERT INTO face_embeddings (face_id, model, embedding) SELECT id, model, embedding FROM faces;

  ALTER TABLE faces DROP COLUMN model;
  ALTER TABLE faces DROP COLUMN embedding;
  ALTER TABLE faces ADD COLUMN quality REAL NOT NULL DEFAULT 0;    -- 0 to 1: how well the face identifies a person
  ALTER TABLE faces ADD COLUMN crop INTEGER NOT NULL DEFAULT 0;    -- 0: no crop file; else the number of the current one
  ALTER TABLE faces ADD COLUMN clustered INTEGER NOT NULL DEFAULT 0;   -- the clusterer has examined its embedding
  CREATE INDEX faces_unclustered ON faces (id) WHERE clustered = 0;
  CREATE INDEX faces_unassigned ON faces (score DESC, id, photo_id, person_id) WHERE person_id IS NULL;

  DROP TABLE image_embeddings;
  CREATE TABLE image_embeddings (
    photo_id INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    embedding BLOB NOT NULL,           -- float16 values, L2-normalised
    PRIMARY KEY (model, photo_id)
  ) STRICT;
  CREATE INDEX image_embeddings_photo ON image_embeddings (photo_id);

  -- The models whose embeddings are searched. A newer model replaces one when it has analysed all photos.
  CREATE TABLE current_models (
    kind TEXT PRIMARY KEY CHECK (kind IN ('face', 'image')),
    model TEXT NOT NULL,
    dimensions INTEGER NOT NULL,
    edge REAL,                         -- cosine similarities for grouping faces; see FaceThresholds
    link REAL
  ) STRICT, WITHOUT ROWID;

  -- The models that have analysed a photo; null if no model of the kind has.
  DROP INDEX analyses_models;
  ALTER TABLE analyses DROP COLUMN models;
  ALTER TABLE analyses ADD COLUMN faces_by TEXT;
  ALTER TABLE analyses ADD COLUMN image_by TEXT;
  CREATE INDEX analyses_faces_by ON analyses (faces_by) WHERE state = 'done';
  CREATE INDEX analyses_image_by ON analyses (image_by) WHERE state = 'done';
  UPDATE analyses SET state = 'waiting', attempts = 0, retry_at = 0;
`;

/** Users' decisions about faces and people, which models never write. Names and covers are in `people`. */
const decisions = `
  -- The person whose face it is.
  CREATE TABLE face_decisions (
    face_id INTEGER PRIMARY KEY REFERENCES faces (id) ON DELETE CASCADE,
    person_id INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    decided_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX face_decisions_person ON face_decisions (person_id);

  -- People whose face it is not.
  CREATE TABLE face_refusals (
    face_id INTEGER NOT NULL REFERENCES faces (id) ON DELETE CASCADE,
    person_id INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    decided_at INTEGER NOT NULL,
    PRIMARY KEY (face_id, person_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX face_refusals_person ON face_refusals (person_id);

  -- Pairs of people who are not the same person.
  CREATE TABLE people_kept_apart (
    low_id INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    high_id INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
    decided_at INTEGER NOT NULL,
    PRIMARY KEY (low_id, high_id),
    CHECK (low_id < high_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX people_kept_apart_high ON people_kept_apart (high_id);

  INSERT INTO face_decisions (face_id, person_id, decided_at)
    SELECT id, person_id, unixepoch() FROM faces WHERE assigned_by = 'user' AND person_id IS NOT NULL;
`;

const derived = `
  -- The sum of the embeddings of a person's faces: its direction is their mean.
  CREATE TABLE person_sums (
    person_id INTEGER PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    faces INTEGER NOT NULL,
    sum BLOB NOT NULL CHECK (length(sum) = 4096),    -- 512 float64 values: adding and taking away must not drift
    seq INTEGER NOT NULL DEFAULT 0                   -- of face_moves: up to here all are in it, whatever the log still has
  ) STRICT;

  -- Tags that a model assigned. Tags of users are in other tables.
  CREATE TABLE auto_tags (
    photo_id INTEGER NOT NULL REFERENCES photos (id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    score REAL NOT NULL,               -- 0 to 1
    PRIMARY KEY (photo_id, tag)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX auto_tags_tag ON auto_tags (tag, photo_id);
  ALTER TABLE analyses ADD COLUMN tagged_by TEXT;      -- the name in \`tag_scales\` of the scale that the tags were chosen with
  CREATE INDEX analyses_tagged_by ON analyses (image_by, tagged_by);

  -- Scales for choosing tags: the vectors of a vocabulary in the space of a model, and the distribution of each tag's
  -- cosine over the photos of the library.
  CREATE TABLE tag_scales (
    name TEXT PRIMARY KEY,
    photos INTEGER NOT NULL,           -- that it was made from
    vectors BLOB NOT NULL,             -- float32: one of each tag
    means BLOB NOT NULL,               -- float32: of each tag's cosine
    deviations BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;

  DROP TABLE photo_text;
  CREATE VIRTUAL TABLE photo_text USING fts5 (
    name, caption, tags, people, place, albums, camera, auto_tags,
    content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '3 4'
  );
  INSERT INTO photo_text (rowid, name, caption, tags, people, place, albums, camera)
    SELECT photos.id, photos.name, photos.caption,
      (SELECT group_concat(tags.name, ' · ') FROM photo_tags JOIN tags ON tags.id = photo_tags.tag_id
        WHERE photo_tags.photo_id = photos.id),
      (SELECT group_concat(name, ' · ') FROM people WHERE id IN
        (SELECT person_id FROM faces WHERE faces.photo_id = photos.id)),
      places.label,
      (SELECT group_concat(albums.name, ' · ') FROM album_photos JOIN albums ON albums.id = album_photos.album_id
        WHERE album_photos.photo_id = photos.id),
      concat_ws(' · ', photos.camera, photos.lens)
    FROM photos LEFT JOIN places ON places.id = photos.place_id WHERE photos.indexed_at IS NOT NULL;
`;

/** Logs of changes. The reader of a log deletes the rows that it has processed. */
const logs = `
  -- Rows that vector indexes have to read again. \`attributes\`: the vector has not changed.
  CREATE TABLE vector_changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('face', 'image', 'person')),
    id INTEGER NOT NULL,               -- of a face, photo or person
    what TEXT NOT NULL CHECK (what IN ('vector', 'attributes'))
  ) STRICT;

  CREATE INDEX vector_changes_kind ON vector_changes (kind);   -- the index also contains seq, which is the rowid

  -- The cache folder of each vector index, and the last change that it may contain; see vectors/followed-index.ts.
  CREATE TABLE vector_indexes (
    kind TEXT NOT NULL,
    model TEXT NOT NULL,
    folder TEXT NOT NULL,
    handed INTEGER NOT NULL,           -- the greatest watermark that it was ever given
    fill_from INTEGER NOT NULL,        -- the last change when its filling began
    PRIMARY KEY (kind, model)
  ) STRICT, WITHOUT ROWID;

  -- Faces that changed hands; from null: nobody had it, to null: nobody has it, or it is gone. From and to the same: the
  -- person's faces tell other than before.
  CREATE TABLE face_moves (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    face_id INTEGER NOT NULL,
    from_id INTEGER,
    to_id INTEGER,
    embedding BLOB                     -- of a face that is gone, by the current model
  ) STRICT;

  INSERT INTO face_moves (face_id, from_id, to_id) SELECT id, NULL, person_id FROM faces WHERE person_id IS NOT NULL;
`;
