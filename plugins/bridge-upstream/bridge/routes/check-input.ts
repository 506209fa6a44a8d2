import Joi from 'joi';
import { largestPage, uidPattern } from '../../contract.ts';
import { BridgeError } from '../errors.ts';

/** Unknown fields are ignored, since a later client may send them. */
const prefs: Joi.ValidationOptions = { stripUnknown: true, errors: { wrap: { label: false } } };

/**
 * The input, validated by `schema`.
 * @throws BridgeError `bad_request`, naming the field
 */
export function checkInput<T>(schema: Joi.ObjectSchema<T>, input: unknown): T {
  const result = schema.required().label('The body').validate(input, prefs);
  if (result.error) throw new BridgeError('bad_request', `${result.error.message}.`, { cause: result.error });
  return result.value;
}

export const uid = Joi.string().pattern(uidPattern, 'uids');

/** Characters; cursors of this bridge are much shorter. */
export const cursor = Joi.string().max(1024);

export const limit = Joi.number().integer().min(1).max(largestPage).default(500);

/** An empty cursor means the first page. */
export const page = Joi.object<{ cursor: string | null; limit: number }>({
  cursor: cursor.empty('').default(null),
  limit,
});

export const uidParams = Joi.object<{ uid: string }>({ uid: uid.required() });
