import { answer, either, extended, list, nullable, oneOf, type Value } from './answer.ts';
import { boolean, count, epochSeconds, no, number, ok, text, word, yes } from './parts.ts';

/** Faces and people in answers. */

export const face = answer({
  id: count,
  photo_uid: word,
  person_id: nullable(count),
  person_name: nullable(text),
  box: answer({ x: number, y: number, w: number, h: number }),
  score: number,
  /** Null while there is no picture of it. */
  crop_url: nullable(word),
  assigned_by: oneOf('auto', 'user', 'propagated'),
  source_name: nullable(text).description(
    'The name that the photo store gives the face; only in the faces of one photo, and if the face has no named person; else null.',
  ),
});
export type Face = Value<typeof face>;

export const faces = answer({ faces: list(face) });
export type Faces = Value<typeof faces>;

export const faceList = extended(faces, { total: count });
export type FaceList = Value<typeof faceList>;

export const person = answer({
  id: count,
  name: nullable(text),
  face_count: count,
  photo_count: count,
  /** Null while no visible face has a picture. */
  cover_url: nullable(word),
  cover_face_id: nullable(count),
  hidden: boolean.description(
    'Whether lists leave the person out: somebody hid them, or all photos of them are hidden.',
  ),
  hidden_by_choice: boolean.description('Whether somebody hid the person.'),
});
export type Person = Value<typeof person>;

export const people = answer({ people: list(person), total: count });
export type People = Value<typeof people>;

const likeness = oneOf('likely', 'maybe').description('likely: the server would group the two by itself.');
const likenessIfAny = nullable(oneOf('likely', 'maybe')).description(
  'likely: the server would group the two by itself. Null: below the similarity at which the face model takes two faces for one person.',
);
export type Likeness = Value<typeof likeness>;

export const peoplePairs = answer({
  /** `a` is named, or has more faces. */
  pairs: list(answer({ a: person, b: person, similarity: number, likeness: likenessIfAny })),
});
export type PeoplePairs = Value<typeof peoplePairs>;

export const similarPeople = answer({
  similar: list(answer({ person, similarity: number, likeness: likenessIfAny })),
  total: count,
});
export type SimilarPeople = Value<typeof similarPeople>;

export const similarFaces = answer({
  similar: list(answer({ face, similarity: number, likeness })),
});
export type SimilarFaces = Value<typeof similarFaces>;

export const suggestedMerges = answer({
  people: list(
    answer({
      person,
      candidate_count: count,
      top_scores: list(number).description('The highest similarities, at most three.'),
    }),
  ),
  total: count,
});
export type SuggestedMerges = Value<typeof suggestedMerges>;

const suggestion = answer({ person, similarity: number, likeness });
export type Suggestion = Value<typeof suggestion>;

export const suggestions = answer({ suggestions: list(suggestion) });
export type Suggestions = Value<typeof suggestions>;

/** Unassigned faces that resemble named people, most similar first. A page may be empty even if there is another one. */
export const likelyFaces = answer({
  faces: list(answer({ face, suggestions: list(suggestion) })),
  next: nullable(word).description('`after` of the next page; null at the end.'),
  total: count.description('The number of all faces that are assigned to nobody.'),
});
export type LikelyFaces = Value<typeof likelyFaces>;

export const assignedFace = answer({
  face,
  person,
  propagated: count.description('The number of similar faces that were assigned too.'),
  propagated_ids: list(count),
});
export type AssignedFace = Value<typeof assignedFace>;

/** The result of merging one person into another; the merge can be undone with its id. */
export const mergedPerson = extended(ok, {
  merged: yes,
  merge_id: count,
  target_id: count,
  photo_count: count,
  face_count: count,
});
export type MergedPerson = Value<typeof mergedPerson>;

/** The result of several merges in one step. */
export const mergedPeople = extended(mergedPerson, { merged_count: count });
export type MergedPeople = Value<typeof mergedPeople>;

export const renamedPerson = either(extended(ok, { merged: no }), mergedPerson);
export type RenamedPerson = Value<typeof renamedPerson>;

/** The result of an undo: the source of the merge, restored with its old id. */
export const undoneMerge = extended(ok, {
  person_id: count,
  target_id: count,
  name: nullable(word),
  /** Another person has the name now, so the source is restored without a name. */
  name_taken: boolean,
  undone_count: count.description('The number of people who are restored: more than one if the step merged several.'),
  photo_count: count,
  face_count: count,
});
export type UndoneMerge = Value<typeof undoneMerge>;

const pastMerge = answer({
  merge_id: count,
  /** The name of the source. */
  name: nullable(word),
  /** The number of faces of the source, and of all others in the same step. */
  face_count: count,
  merged_count: count.description('The number of people who were merged in the same step.'),
  merged_at: epochSeconds,
  /** The name of the target at that time. */
  target_name: nullable(word),
  target: person.description('The person into whom they were merged, or whose part that person is by now.'),
  undo_first: nullable(count).description('The later merge that has to be undone first. Null: it can be undone now.'),
  detail: nullable(word).description('Why it cannot be undone now.'),
});
export type PastMerge = Value<typeof pastMerge>;

export const peopleMerges = answer({ merges: list(pastMerge) });
export type PeopleMerges = Value<typeof peopleMerges>;

export const removedPeople = extended(ok, { deleted: count });
export type RemovedPeople = Value<typeof removedPeople>;
