import type * as wire from '../wire.ts';
import { answer, either, extended, list, nullable, oneOf } from './answer.ts';
import { boolean, count, epochSeconds, no, number, ok, text, word, yes } from './parts.ts';

/** Faces and people in answers. */

export const face = answer<wire.Face>({
  id: count,
  photo_uid: word,
  person_id: nullable(count),
  person_name: nullable(text),
  box: answer({ x: number, y: number, w: number, h: number }),
  score: number,
  crop_url: nullable(word),
  assigned_by: oneOf('auto', 'user', 'propagated'),
  source_name: nullable(text).description(
    'The name that the photo store gives the face; only in the faces of one photo, and if the face has no named person; else null.',
  ),
});

export const faces = answer<wire.Faces>({ faces: list(face) });
export const faceList = extended<wire.FaceList, wire.Faces>(faces, { total: count });

export const person = answer<wire.Person>({
  id: count,
  name: nullable(text),
  face_count: count,
  photo_count: count,
  cover_url: nullable(word),
  cover_face_id: nullable(count),
  hidden: boolean.description(
    'Whether lists leave the person out: somebody hid them, or all photos of them are hidden.',
  ),
  hidden_by_choice: boolean.description('Whether somebody hid the person.'),
});

export const people = answer<wire.People>({ people: list(person), total: count });
const likeness = oneOf('likely', 'maybe').description('likely: the server would group the two by itself.');
const likenessIfAny = nullable(oneOf('likely', 'maybe')).description(
  'likely: the server would group the two by itself. Null: below the similarity at which the face model takes two faces for one person.',
);
export const peoplePairs = answer<wire.PeoplePairs>({
  pairs: list(answer({ a: person, b: person, similarity: number, likeness: likenessIfAny })),
});
export const similarPeople = answer<wire.SimilarPeople>({
  similar: list(answer({ person, similarity: number, likeness: likenessIfAny })),
  total: count,
});
export const similarFaces = answer<wire.SimilarFaces>({
  similar: list(answer({ face, similarity: number, likeness })),
});
export const suggestedMerges = answer<wire.SuggestedMerges>({
  people: list(
    answer({
      person,
      candidate_count: count,
      top_scores: list(number).description('The highest similarities, at most three.'),
    }),
  ),
  total: count,
});
const suggestion = answer<wire.Suggestion>({ person, similarity: number, likeness });
export const suggestions = answer<wire.Suggestions>({ suggestions: list(suggestion) });
export const likelyFaces = answer<wire.LikelyFaces>({
  faces: list(answer({ face, suggestions: list(suggestion) })),
  next: nullable(word).description('`after` of the next page; null at the end.'),
  total: count.description('The number of all faces that are assigned to nobody.'),
});
export const assignedFace = answer<wire.AssignedFace>({
  face,
  person,
  propagated: count.description('The number of similar faces that were assigned too.'),
  propagated_ids: list(count),
});

export const mergedPerson = extended<wire.MergedPerson, wire.Ok>(ok, {
  merged: yes,
  merge_id: count,
  target_id: count,
  photo_count: count,
  face_count: count,
});
export const mergedPeople = extended<wire.MergedPeople, wire.MergedPerson>(mergedPerson, { merged_count: count });
type NotMerged = Exclude<wire.RenamedPerson, wire.MergedPerson>;
export const renamedPerson = either<NotMerged, wire.MergedPerson>(
  extended<NotMerged, wire.Ok>(ok, { merged: no }),
  mergedPerson,
);

export const undoneMerge = extended<wire.UndoneMerge, wire.Ok>(ok, {
  person_id: count,
  target_id: count,
  name: nullable(word),
  name_taken: boolean,
  undone_count: count.description('The number of people who are restored: more than one if the step merged several.'),
  photo_count: count,
  face_count: count,
});
export const peopleMerges = answer<wire.PeopleMerges>({
  merges: list(
    answer({
      merge_id: count,
      name: nullable(word),
      face_count: count,
      merged_count: count.description('The number of people who were merged in the same step.'),
      merged_at: epochSeconds,
      target_name: nullable(word),
      target: person.description('The person into whom they were merged, or whose part that person is by now.'),
      undo_first: nullable(count).description(
        'The later merge that has to be undone first. Null: it can be undone now.',
      ),
      detail: nullable(word).description('Why it cannot be undone now.'),
    }),
  ),
});
