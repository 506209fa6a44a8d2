/** Triggers on the tables of `0003-people.ts`: they write the logs that sums, vector indexes and the clusterer read. */
const facesOfPhoto = (what: string): string => `
    INSERT INTO vector_changes (kind, id, what)
      SELECT 'image', photo_id, '${what}' FROM image_embeddings WHERE photo_id = new.photo_id GROUP BY photo_id;
    INSERT INTO vector_changes (kind, id, what) SELECT 'face', id, '${what}' FROM faces WHERE photo_id = new.photo_id;`;

/** @param row `new` or `old` of face_embeddings */
const sumAnew = (row: string): string => `
    INSERT INTO face_moves (face_id, from_id, to_id)
      SELECT id, person_id, person_id FROM faces
      WHERE id = ${row}.face_id AND person_id IS NOT NULL
        AND ${row}.model = (SELECT model FROM current_models WHERE kind = 'face');`;

/** Logs each row that is inserted, updated or deleted, for the vector index of the kind. */
const vectorsOf = (kind: 'face' | 'image' | 'person', table: string, id: string): string =>
  (
    [
      ['added', 'INSERT', 'new'],
      ['changed', 'UPDATE', 'new'],
      ['removed', 'DELETE', 'old'],
    ] as const
  )
    .map(
      ([what, event, row]) => `CREATE TRIGGER ${kind}_vector_${what} AFTER ${event} ON ${table} BEGIN
    INSERT INTO vector_changes (kind, id, what) VALUES ('${kind}', ${row}.${id}, 'vector');
  END;`,
    )
    .join('\n  ');

export const triggers = `
  -- vectors
  ${vectorsOf('face', 'face_embeddings', 'face_id')}
  ${vectorsOf('image', 'image_embeddings', 'photo_id')}
  ${vectorsOf('person', 'person_sums', 'person_id')}

  -- photos whose visibility or capture time changes
  CREATE TRIGGER vectors_photo_changed AFTER UPDATE OF taken_at, indexed_at, deleted_at ON photos
  WHEN old.taken_at <> new.taken_at OR old.listed <> new.listed BEGIN
    ${facesOfPhoto('vector').replaceAll('new.photo_id', 'new.id')}
  END;
  CREATE TRIGGER vectors_flags_added AFTER INSERT ON photo_flags BEGIN${facesOfPhoto('attributes')}
  END;
  CREATE TRIGGER vectors_flags_changed AFTER UPDATE ON photo_flags BEGIN${facesOfPhoto('attributes')}
  END;
  CREATE TRIGGER vectors_flags_removed AFTER DELETE ON photo_flags BEGIN${facesOfPhoto('attributes').replaceAll('new.', 'old.')}
  END;

  -- faces that are assigned to another person or to none
  CREATE TRIGGER faces_added AFTER INSERT ON faces WHEN new.person_id IS NOT NULL BEGIN
    INSERT INTO face_moves (face_id, from_id, to_id) VALUES (new.id, NULL, new.person_id);
    INSERT INTO vector_changes (kind, id, what)
      SELECT 'image', new.photo_id, 'attributes' WHERE EXISTS
        (SELECT 1 FROM image_embeddings WHERE photo_id = new.photo_id);
  END;
  CREATE TRIGGER faces_moved AFTER UPDATE OF person_id ON faces WHEN old.person_id IS NOT new.person_id BEGIN
    INSERT INTO face_moves (face_id, from_id, to_id) VALUES (new.id, old.person_id, new.person_id);
    INSERT INTO vector_changes (kind, id, what) VALUES ('face', new.id, 'attributes');
    INSERT INTO vector_changes (kind, id, what)
      SELECT 'image', new.photo_id, 'attributes' WHERE EXISTS
        (SELECT 1 FROM image_embeddings WHERE photo_id = new.photo_id);
  END;
  CREATE TRIGGER faces_removed BEFORE DELETE ON faces WHEN old.person_id IS NOT NULL BEGIN
    INSERT INTO face_moves (face_id, from_id, to_id, embedding) VALUES (old.id, old.person_id, NULL,
      (SELECT embedding FROM face_embeddings JOIN current_models USING (model)
        WHERE kind = 'face' AND face_id = old.id));
    INSERT INTO vector_changes (kind, id, what)
      SELECT 'image', old.photo_id, 'attributes' WHERE EXISTS
        (SELECT 1 FROM image_embeddings WHERE photo_id = old.photo_id);
  END;

  -- embeddings that are part of a person's sum
  CREATE TRIGGER sums_embedding_added AFTER INSERT ON face_embeddings BEGIN${sumAnew('new')}
  END;
  CREATE TRIGGER sums_embedding_changed AFTER UPDATE ON face_embeddings BEGIN${sumAnew('new')}
  END;
  CREATE TRIGGER sums_embedding_removed AFTER DELETE ON face_embeddings BEGIN${sumAnew('old')}
  END;
  CREATE TRIGGER sums_first_model AFTER INSERT ON current_models WHEN new.kind = 'face' BEGIN
    INSERT INTO face_moves (face_id, from_id, to_id) SELECT 0, id, id FROM people;
  END;
  CREATE TRIGGER sums_other_model AFTER UPDATE OF model ON current_models
  WHEN new.kind = 'face' AND old.model <> new.model BEGIN
    INSERT INTO face_moves (face_id, from_id, to_id) SELECT 0, id, id FROM people;
  END;

  -- faces that must be grouped again: after a user's decision, or when their photo is listed again
  CREATE TRIGGER clustering_decided AFTER UPDATE OF person_id ON faces
  WHEN old.person_id IS NOT new.person_id AND (new.person_id IS NULL OR new.assigned_by <> 'auto') BEGIN
    UPDATE faces SET clustered = 0 WHERE id = new.id;
  END;
  CREATE TRIGGER clustering_photo_back AFTER UPDATE OF indexed_at, deleted_at ON photos
  WHEN old.listed = 0 AND new.listed = 1 BEGIN
    UPDATE faces SET clustered = 0 WHERE photo_id = new.id AND person_id IS NULL;
  END;
`;
