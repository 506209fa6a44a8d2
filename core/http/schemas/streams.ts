import Joi from 'joi';
import type { ErrorKind } from '../../domain/errors.ts';
import { fields, of, type Value } from './answer.ts';
import { number } from './parts.ts';

/** The part of a video to convert, and its size. */
export const streamQuery = fields({
  start: number.min(0).max(1e6).empty('').description('Seconds into the video; 0 by default.'),
  height: of<720 | 1080, Joi.NumberSchema>(Joi.number().valid(720, 1080))
    .empty('')
    .description('The maximum length of the shorter side of the picture in px; 1080 by default.'),
});
export type StreamQuery = Value<typeof streamQuery>;

export function withDefaults({ start = 0, height = 1080 }: StreamQuery): Required<StreamQuery> {
  return { start, height };
}

export const streamFailures: readonly ErrorKind[] = [
  ...(['not_ready', 'not_an_image', 'too_large'] as const),
  ...(['source_answered_wrongly', 'source_unavailable', 'source_timeout'] as const),
];
