/** Faces whose crop files must be removed: a trigger records every deleted face. */
export const faceFiles = `
  CREATE TABLE removed_faces (
    face_id INTEGER PRIMARY KEY
  ) STRICT;
  CREATE TRIGGER faces_file_removed AFTER DELETE ON faces BEGIN
    INSERT OR IGNORE INTO removed_faces (face_id) VALUES (old.id);
  END;

  -- A face that a user chose as a cover is kept, whatever models find later.
  CREATE INDEX people_cover ON people (cover_face_id) WHERE cover_face_id IS NOT NULL;
`;
