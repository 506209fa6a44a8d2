import Joi from 'joi';
import type { Sentence } from '../wire/sentences.ts';
import { answer, list, of } from './answer.ts';
import { word } from './parts.ts';

const about = of<Record<string, string>, Joi.ObjectSchema>(Joi.object().pattern(Joi.string(), Joi.string().allow('')));

/** The sentences of a text in structured form. */
export const told = list(answer<Sentence>({ kind: of<Sentence['kind'], Joi.StringSchema>(word), about })).description(
  'The sentences of that text, each with its kind and its values.',
);
