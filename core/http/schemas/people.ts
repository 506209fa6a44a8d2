import Joi from 'joi';
import { answer, count, epochSeconds, isOk, nullable, text } from './parts.ts';

/** Shapes of faces and people on the wire. See wire.ts for the same as types. */

const fraction = Joi.number();

export const face = answer({
  id: count,
  photo_uid: Joi.string(),
  person_id: nullable(count),
  person_name: nullable(text),
  box: answer({ x: fraction, y: fraction, w: fraction, h: fraction }),
  score: Joi.number(),
  crop_url: nullable(Joi.string()),
  assigned_by: Joi.string().valid('auto', 'user', 'propagated'),
});

const faceItems = Joi.array().items(face);
export const faces = answer({ faces: faceItems });
export const faceList = answer({ faces: faceItems, total: count });

export const person = answer({
  id: count,
  name: nullable(text),
  face_count: count,
  photo_count: count,
  cover_url: nullable(Joi.string()),
  cover_face_id: nullable(count),
  hidden: Joi.boolean().description('Lists leave them out: somebody hid them, or all photos of them are hidden.'),
  hidden_by_choice: Joi.boolean().description('Somebody hid them.'),
});

export const people = answer({ people: Joi.array().items(person), total: count });
export const peoplePairs = answer({
  pairs: Joi.array().items(answer({ a: person, b: person, similarity: Joi.number() })),
});
export const suggestions = answer({ suggestions: Joi.array().items(answer({ person, similarity: Joi.number() })) });
export const assignedFace = answer({
  face,
  person,
  propagated: count.description('How many similar faces followed.'),
  propagated_ids: Joi.array().items(count),
});

export const mergedPerson = answer({
  ...isOk,
  merged: Joi.boolean().valid(true),
  merge_id: count,
  target_id: count,
  photo_count: count,
  face_count: count,
});
export const renamedPerson = Joi.alternatives(answer({ ...isOk, merged: Joi.boolean().valid(false) }), mergedPerson);

export const undoneMerge = answer({
  ...isOk,
  person_id: count,
  target_id: count,
  name: nullable(Joi.string()),
  name_taken: Joi.boolean(),
  photo_count: count,
  face_count: count,
});
export const peopleMerges = answer({
  merges: Joi.array().items(
    answer({
      merge_id: count,
      name: nullable(Joi.string()),
      face_count: count,
      merged_at: epochSeconds,
      target_name: nullable(Joi.string()),
      target: person.description('Who stayed, or of whom they are a part by now.'),
      undo_first: nullable(count).description(
        'The later merge that has to be undone first. Null: it can be undone now.',
      ),
      detail: nullable(Joi.string()).description('Why it cannot be undone now.'),
    }),
  ),
});
