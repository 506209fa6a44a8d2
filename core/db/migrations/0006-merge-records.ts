import type { Migration } from '../migrate.ts';

/**
 * Records of merges, with the state before each, so that a merge can be undone. The records contain ids of people who no
 * longer exist; ids are never reused.
 */
export const mergeRecords: Migration = {
  id: 6,
  name: '0006-merge-records',
  up: (db) => {
    db.exec(`
      CREATE TABLE merge_records (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        state TEXT NOT NULL CHECK (state IN ('merging', 'merged', 'undoing', 'ended')),   -- ended: to be removed
        person_id INTEGER NOT NULL,        -- who went, and what they were
        name TEXT,
        name_key TEXT,
        cover_face_id INTEGER,
        hidden INTEGER NOT NULL,
        created_at INTEGER NOT NULL,
        target_id INTEGER NOT NULL,        -- who stayed
        gave_name INTEGER NOT NULL DEFAULT 0,    -- the one who stayed has the other's name, and nobody gave them one since
        gave_cover INTEGER NOT NULL DEFAULT 0,   -- the same of their cover
        faces INTEGER NOT NULL DEFAULT 0,        -- that went over
        user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
        merged_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX merge_records_person ON merge_records (person_id);
      CREATE INDEX merge_records_target ON merge_records (target_id);
      CREATE INDEX merge_records_at ON merge_records (merged_at);
      CREATE INDEX merge_records_open ON merge_records (state) WHERE state <> 'merged';

      -- Faces that the merge assigned to another person, and about which no user has decided since.
      CREATE TABLE merge_record_faces (
        record_id INTEGER NOT NULL REFERENCES merge_records (id) ON DELETE CASCADE,
        face_id INTEGER NOT NULL REFERENCES faces (id) ON DELETE CASCADE,
        owner_id INTEGER NOT NULL,         -- whose it was: of one of the two
        assigned_by TEXT NOT NULL,
        dropped INTEGER NOT NULL,          -- the merge left it to nobody, as somebody had said that it is not the other's
        PRIMARY KEY (record_id, face_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX merge_record_faces_face ON merge_record_faces (face_id);

      -- Refusals of one of the two people that the merge removed.
      CREATE TABLE merge_record_refusals (
        record_id INTEGER NOT NULL REFERENCES merge_records (id) ON DELETE CASCADE,
        face_id INTEGER NOT NULL REFERENCES faces (id) ON DELETE CASCADE,
        person_id INTEGER NOT NULL,
        user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
        decided_at INTEGER NOT NULL,
        added INTEGER NOT NULL,            -- by this one, and no other, the one who stayed has it too
        PRIMARY KEY (record_id, face_id, person_id)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX merge_record_refusals_face ON merge_record_refusals (face_id);

      -- People from whom the merged person was kept apart.
      CREATE TABLE merge_record_apart (
        record_id INTEGER NOT NULL REFERENCES merge_records (id) ON DELETE CASCADE,
        other_id INTEGER NOT NULL,
        user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
        decided_at INTEGER NOT NULL,
        added INTEGER NOT NULL,            -- as with refusals
        PRIMARY KEY (record_id, other_id)
      ) STRICT, WITHOUT ROWID;

      -- Decisions of users after a merge stay in force when the merge is undone.
      CREATE TRIGGER merges_face_decided AFTER INSERT ON face_decisions BEGIN
        DELETE FROM merge_record_faces WHERE face_id = new.face_id;
      END;
      CREATE TRIGGER merges_face_decided_anew AFTER UPDATE OF decided_at ON face_decisions BEGIN
        DELETE FROM merge_record_faces WHERE face_id = new.face_id;
      END;
      CREATE TRIGGER merges_person_named AFTER UPDATE OF name ON people BEGIN
        UPDATE merge_records SET gave_name = 0 WHERE target_id = new.id AND gave_name = 1;
      END;
      CREATE TRIGGER merges_cover_chosen AFTER UPDATE OF cover_face_id ON people BEGIN
        UPDATE merge_records SET gave_cover = 0 WHERE target_id = new.id AND gave_cover = 1;
      END;
    `);
  },
};
