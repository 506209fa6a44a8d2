import Joi from 'joi';
import type * as wire from '../wire.ts';
import { answer, list, nullable } from './answer.ts';
import { boolean, integer, word } from './parts.ts';
import { photoItem } from './photos.ts';

/** Schemas of stacks in answers and requests. */

export const stack = answer<wire.Stack>({
  id: integer,
  cover: word.description('The uid of the cover photo.'),
  chosen: boolean.description('Whether people chose the cover.'),
  photos: list(photoItem).description('The photos that the caller sees, without archived ones, the oldest first.'),
});

export const stackStep = answer<wire.StackStep>({
  stack: nullable(stack).description('The stack as it is now; null if it no longer exists.'),
  step: integer.description('The id of the step, with which the change can be undone.'),
});

export const stackId = Joi.number().integer().min(1).max(Number.MAX_SAFE_INTEGER);
export const photoUid = Joi.string().max(1024);
