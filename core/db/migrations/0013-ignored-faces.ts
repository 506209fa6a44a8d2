import type { Migration } from '../migrate.ts';

/**
 * Faces of strangers whom users do not want to name. An ignored face belongs to no person, is not grouped, and is not
 * offered for naming. Merges of one step get a common mark, by which they are undone in one step.
 */
export const ignoredFaces: Migration = {
  id: 13,
  name: '0013-ignored-faces',
  up: (db) => {
    db.exec(`
      CREATE TABLE face_ignores (
        face_id INTEGER PRIMARY KEY REFERENCES faces (id) ON DELETE CASCADE,
        user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
        decided_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX face_ignores_at ON face_ignores (decided_at);

      -- A face that is no longer ignored is grouped again.
      CREATE TRIGGER ignores_removed AFTER DELETE ON face_ignores BEGIN
        UPDATE faces SET clustered = 0 WHERE id = old.face_id;
      END;
      CREATE TRIGGER ignores_moved AFTER UPDATE OF face_id ON face_ignores WHEN old.face_id <> new.face_id BEGIN
        UPDATE faces SET clustered = 0 WHERE id = old.face_id;
      END;

      ALTER TABLE merge_records ADD COLUMN step INTEGER;   -- the first merge of the same step; null: this merge is the first
      CREATE INDEX merge_records_step ON merge_records (step) WHERE step IS NOT NULL;
    `);
  },
};
