import Joi from 'joi';
import type { Told } from '../wire.ts';
import { answer, list, of } from './answer.ts';
import { word } from './parts.ts';

const about = of<Record<string, string>, Joi.ObjectSchema>(Joi.object().pattern(Joi.string(), Joi.string().allow('')));

/** The sentences of a text in structured form. */
export const told = list(answer<Told>({ kind: of<Told['kind'], Joi.StringSchema>(word), about })).description(
  'The sentences of that text, each by its kind and what it is about.',
);
