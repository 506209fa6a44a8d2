// Parts of SQL that several stores about people share.

/** There is a decision about the face. @param face the column or parameter with its id */
export const isDecided = (face: string): string =>
  `(EXISTS (SELECT 1 FROM face_decisions WHERE face_id = ${face})
    OR EXISTS (SELECT 1 FROM face_refusals WHERE face_id = ${face})
    OR EXISTS (SELECT 1 FROM face_rejections WHERE face_id = ${face})
    OR EXISTS (SELECT 1 FROM face_ignores WHERE face_id = ${face}))`;

/** The face is a person’s chosen cover. @param face the column or parameter with its id */
export const isCover = (face: string): string => `EXISTS (SELECT 1 FROM people WHERE cover_face_id = ${face})`;

/** There is a decision about the face, or it is a person’s chosen cover. @param face the column or parameter with its id */
export const isDecidedOrCover = (face: string): string => `(${isDecided(face)} OR ${isCover(face)})`;

/** No decision marks it as not being a face. @param face the column or parameter with its id */
export const isFace = (face: string): string => `NOT EXISTS (SELECT 1 FROM face_rejections WHERE face_id = ${face})`;

/** It is a face, and not ignored, so it may be grouped and named. @param face the column or parameter with its id */
export const isToBeNamed = (face: string): string =>
  `(${isFace(face)} AND NOT EXISTS (SELECT 1 FROM face_ignores WHERE face_id = ${face}))`;

/** No decision says that the face is not the person. */
export const mayBe = (face: string, person: string): string =>
  `NOT EXISTS (SELECT 1 FROM face_refusals WHERE face_id = ${face} AND person_id = ${person})`;

/** A decision says that the two are different people. */
export const areApart = (a: string, b: string): string =>
  `EXISTS (SELECT 1 FROM people_kept_apart WHERE low_id = min(${a}, ${b}) AND high_id = max(${a}, ${b}))`;

/** Rows (other_id, user_id, decided_at) of the people from whom a person is kept apart. */
export const keptApartFrom = (person: string): string =>
  `(SELECT high_id AS other_id, user_id, decided_at FROM people_kept_apart WHERE low_id = ${person}
    UNION ALL SELECT low_id, user_id, decided_at FROM people_kept_apart WHERE high_id = ${person})`;

/**
 * A table `apart` for the undo of the merge :id, with the people from whom its source must be kept apart again: those from
 * whom it was kept apart before the merge, and those into whom these were merged since. `via` is the id of the later merge,
 * or 0; of several rows about one person, the lowest `via` is recorded. `added` is 1 if the merge :id is the only reason to
 * keep the target apart from the person.
 */
export const apartAtUndo = `WITH RECURSIVE apart (other_id, user_id, decided_at, added, via) AS (
  SELECT other_id, user_id, decided_at, added, 0 FROM merge_record_apart WHERE record_id = :id
  UNION
  SELECT later.target_id, apart.user_id, apart.decided_at, apart.added AND EXISTS
    (SELECT 1 FROM merge_record_apart a WHERE a.record_id = later.id AND a.other_id = :target AND a.added = 1), later.id
  FROM apart JOIN merge_records later ON later.person_id = apart.other_id AND later.state = 'merged')`;
