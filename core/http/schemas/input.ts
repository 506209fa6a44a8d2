import Joi from 'joi';
import { boxOf } from '../../domain/bounding-box.ts';
import { dayOf, yearsOf } from '../../domain/epoch-day.ts';

/** Schemas of parameters that several routes share. */

export const flag = Joi.boolean().truthy('1').falsy('0').empty('');
/** @param reference the default value */
export const limit = (reference: number, maximum: number): Joi.NumberSchema =>
  Joi.number().integer().min(1).max(maximum).default(reference);
/** For answers that are complete unless the request sets a limit. */
export const limitIfAny = (maximum: number): Joi.NumberSchema => Joi.number().integer().min(1).max(maximum);
export const offset = Joi.number().integer().min(0).default(0);

/** @param noun the kind of the named thing */
export const partOfName = (noun: string): Joi.StringSchema =>
  Joi.string().trim().max(1000).empty('').description(`Part of the name of ${noun}, in any case.`);

export const photoParams = Joi.object({ uid: Joi.string().max(1024).required() });

/** `west,south,east,north` → BoundingBox. */
export const boundingBox = Joi.string()
  .custom((text: string, helpers): unknown => boxOf(text) ?? helpers.error('bbox'))
  .messages({ bbox: '{#label} must be west,south,east,north in degrees, with south below north' });

/** `2019-2024` or `2021` → the first and the last day. */
export const years = Joi.string()
  .empty('')
  .custom((text: string, helpers): unknown => yearsOf(text) ?? helpers.error('years'))
  .messages({ years: '{#label} must be a year, or two of which the earlier is named first: 2019-2024' })
  .description('2021 or 2019-2024, both included: photos taken in these years, by the local time of the place.');

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
