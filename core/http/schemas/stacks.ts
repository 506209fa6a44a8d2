import { answer, list, nullable, type Value } from './answer.ts';
import { boolean, integer, word } from './parts.ts';
import { photoItem } from './photos.ts';

/** Schemas of stacks in answers and requests. */

export const stack = answer({
  id: integer,
  cover: word.description('The uid of the cover photo.'),
  chosen: boolean.description('Whether people chose the cover.'),
  photos: list(photoItem).description('The photos that the caller sees, without archived ones, the oldest first.'),
});
export type Stack = Value<typeof stack>;

export const stackStep = answer({
  stack: nullable(stack).description('The stack as it is now; null if it no longer exists.'),
  step: integer.description('The id of the step, with which the change can be undone.'),
});
export type StackStep = Value<typeof stackStep>;

export const stackId = integer.min(1).max(Number.MAX_SAFE_INTEGER);
