import Joi from 'joi';
import { boxOf, type BoundingBox } from '../../domain/bounding-box.ts';
import { dayOf, yearsOf, type DaySpan } from '../../domain/epoch-day.ts';
import { fields, of } from './answer.ts';
import { boolean, integer, word } from './parts.ts';

/** Schemas of parameters that several routes share. */

export const id = integer.min(1);
export const uid = word.max(1024);
export const idParams = fields({ id: id.required() });
export const photoParams = fields({ uid: uid.required() });
export const albumParams = fields({ album_uid: uid.required() });

export const flag = boolean.truthy('1').falsy('0').empty('');
/** @param reference the default value */
export const limit = (reference: number, maximum: number) => integer.min(1).max(maximum).default(reference);
/** For answers that are complete unless the request sets a limit. */
export const limitIfAny = (maximum: number) => integer.min(1).max(maximum);
export const offset = integer.min(0).default(0);

/** @param noun the kind of the named thing */
export const partOfName = (noun: string) =>
  word.trim().max(1000).empty('').description(`Part of the name of ${noun}, in any case.`);

/** `west,south,east,north` → BoundingBox. */
export const boundingBox = of<BoundingBox, Joi.StringSchema>(
  Joi.string()
    .custom((text: string, helpers): unknown => boxOf(text) ?? helpers.error('bbox'))
    .messages({ bbox: '{#label} must be west,south,east,north in degrees, with south below north' }),
);

/** `2019-2024` or `2021` → the first and the last day. */
export const years = of<DaySpan, Joi.StringSchema>(
  Joi.string()
    .empty('')
    .custom((text: string, helpers): unknown => yearsOf(text) ?? helpers.error('years'))
    .messages({ years: '{#label} must be a year, or two of which the earlier is named first: 2019-2024' })
    .description('2021 or 2019-2024, both included: photos taken in these years, by the local time of the place.'),
);

/** `2023-05-02` → that day as a span of days. */
export const oneDay = Joi.string()
  .empty('')
  .custom((text: string, helpers): unknown => {
    const day = dayOf(text);
    return day === undefined ? helpers.error('day') : [day, day];
  })
  .messages({ day: '{#label} must be a day of the calendar: 2023-05-02' })
  .description('2023-05-02: photos taken on that day, by the local time of the place; not together with years.');

export const includeHidden = flag.description('Hidden photos are left out by default; needs the role write.');

/** The parameters of a page of a list. @param reference the default number of items */
export const page = (reference: number, maximum: number) => ({
  limit: limit(reference, maximum),
  offset,
  include_hidden: includeHidden,
});
