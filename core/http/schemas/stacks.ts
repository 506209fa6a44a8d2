import Joi from 'joi';
import type * as wire from '../wire.ts';
import { answer, list, nullable } from './answer.ts';
import { boolean, integer, word } from './parts.ts';
import { photoItem } from './photos.ts';

/** Schemas of stacks in answers and requests. */

export const stack = answer<wire.Stack>({
  id: integer,
  cover: word.description('The uid of the photo that stands for the others.'),
  chosen: boolean.description('Whether people chose it.'),
  photos: list(photoItem).description('Those that the caller sees, without archived ones, the oldest first.'),
});

export const stackStep = answer<wire.StackStep>({
  stack: nullable(stack).description('As it is now; null where there is none any more.'),
  step: integer.description('By it, the change is undone.'),
});

export const stackId = Joi.number().integer().min(1).max(Number.MAX_SAFE_INTEGER);
export const photoUid = Joi.string().max(1024);
