// Parts of SQL that several stores about people share.

/** People said whose the face is, whose it is not, or that it is no face. @param face the column or parameter with its id */
export const isDecided = (face: string): string =>
  `(EXISTS (SELECT 1 FROM face_decisions WHERE face_id = ${face})
    OR EXISTS (SELECT 1 FROM face_refusals WHERE face_id = ${face})
    OR EXISTS (SELECT 1 FROM face_rejections WHERE face_id = ${face}))`;

/** Nobody said that it is no face. @param face the column or parameter with its id */
export const isFace = (face: string): string => `NOT EXISTS (SELECT 1 FROM face_rejections WHERE face_id = ${face})`;

/** Nobody said that the face is not the person's. */
export const mayBe = (face: string, person: string): string =>
  `NOT EXISTS (SELECT 1 FROM face_refusals WHERE face_id = ${face} AND person_id = ${person})`;

/** People said that the two are not one. */
export const areApart = (a: string, b: string): string =>
  `EXISTS (SELECT 1 FROM people_kept_apart WHERE low_id = min(${a}, ${b}) AND high_id = max(${a}, ${b}))`;

/** Rows (other_id, user_id, decided_at) of the people from whom a person is kept apart. */
export const keptApartFrom = (person: string): string =>
  `(SELECT high_id AS other_id, user_id, decided_at FROM people_kept_apart WHERE low_id = ${person}
    UNION ALL SELECT low_id, user_id, decided_at FROM people_kept_apart WHERE high_id = ${person})`;

/**
 * A table `apart` for the undo of the merge :id: the people from whom its source was kept apart, and everybody of whom
 * these became part later. `added`: the target is kept apart from them through this merge alone. `via`: the later merge,
 * or 0; of several reasons to keep two apart, the one with the lowest is on record.
 */
export const apartAtUndo = `WITH RECURSIVE apart (other_id, user_id, decided_at, added, via) AS (
  SELECT other_id, user_id, decided_at, added, 0 FROM merge_record_apart WHERE record_id = :id
  UNION
  SELECT later.target_id, apart.user_id, apart.decided_at, apart.added AND EXISTS
    (SELECT 1 FROM merge_record_apart a WHERE a.record_id = later.id AND a.other_id = :target AND a.added = 1), later.id
  FROM apart JOIN merge_records later ON later.person_id = apart.other_id AND later.state = 'merged')`;
