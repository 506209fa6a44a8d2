import Joi from 'joi';
import { answer, of, type Value } from './answer.ts';

/** Building blocks of schemas. */

export const number = of<number, Joi.NumberSchema>(Joi.number());
export const integer = number.integer();
export const count = integer.min(0);
export const epochSeconds = number.integer();
export const boolean = of<boolean, Joi.BooleanSchema>(Joi.boolean());
/** Not empty. */
export const word = of<string, Joi.StringSchema>(Joi.string());
/** May be empty. */
export const text = word.allow('');
export const yes = of<true, Joi.BooleanSchema>(Joi.boolean().valid(true));
export const no = of<false, Joi.BooleanSchema>(Joi.boolean().valid(false));

/** The answer to requests without a result. */
export const ok = answer({ ok: yes });
export type Ok = Value<typeof ok>;
