import Joi from 'joi';

/** What the schemas of answers are made of. */

export const count = Joi.number().integer().min(0);
export const epochSeconds = Joi.number().integer();
export const nullable = (schema: Joi.Schema): Joi.Schema => schema.allow(null);
export const text = Joi.string().allow('');

/** An object all of whose fields are always there. Each says so itself: the API document knows nothing of preferences. */
export const answer = (fields: Record<string, Joi.Schema>): Joi.ObjectSchema =>
  Joi.object(Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, schema.required()])));

/** Of answers to requests of which there is nothing to say but that they were done. */
export const isOk = { ok: Joi.boolean().valid(true) };
export const ok = answer(isOk);
