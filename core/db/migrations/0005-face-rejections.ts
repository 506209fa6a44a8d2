import type { Migration } from '../migrate.ts';

/**
 * Detections that users marked as not being a face. They belong to no person. The row stores the person before the decision,
 * who gets the face back if the decision is undone. Hidden people get an index.
 */
export const faceRejections: Migration = {
  id: 5,
  name: '0005-face-rejections',
  up: (db) => {
    db.exec(`
      CREATE TABLE face_rejections (
        face_id INTEGER PRIMARY KEY REFERENCES faces (id) ON DELETE CASCADE,
        person_id INTEGER REFERENCES people (id) ON DELETE SET NULL,   -- whose it was
        assigned_by TEXT NOT NULL CHECK (assigned_by IN ('auto', 'user', 'propagated')),
        user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
        decided_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX face_rejections_person ON face_rejections (person_id);

      -- The vector index of faces leaves rejected faces out. When a rejection is undone, the face is grouped again.
      CREATE TRIGGER rejections_added AFTER INSERT ON face_rejections BEGIN${leaves('new')}
      END;
      CREATE TRIGGER rejections_moved AFTER UPDATE OF face_id ON face_rejections WHEN old.face_id <> new.face_id BEGIN
        ${comesBack('old')}
        ${leaves('new')}
      END;
      CREATE TRIGGER rejections_removed AFTER DELETE ON face_rejections BEGIN${comesBack('old')}
      END;

      CREATE INDEX people_hidden ON people (id) WHERE hidden = 1;
    `);
  },
};

function leaves(row: string): string {
  return `
        INSERT INTO vector_changes (kind, id, what) VALUES ('face', ${row}.face_id, 'vector');`;
}

function comesBack(row: string): string {
  return `${leaves(row)}
        UPDATE faces SET clustered = 0 WHERE id = ${row}.face_id;`;
}
