import Joi from 'joi';
import { wholeYear } from '../../domain/epoch-day.ts';

/** What requests are checked by, in several routes. */

export const flag = Joi.boolean().truthy('1').falsy('0').empty('');
/** @param reference the value where the request names none */
export const limit = (reference: number, maximum: number): Joi.NumberSchema =>
  Joi.number().integer().min(1).max(maximum).default(reference);
/** Where the answer is whole unless a part is asked for. */
export const limitIfAny = (maximum: number): Joi.NumberSchema => Joi.number().integer().min(1).max(maximum);
export const offset = Joi.number().integer().min(0).default(0);

/** @param of what has the name */
export const partOfName = (of: string): Joi.StringSchema =>
  Joi.string().trim().max(1000).empty('').description(`Part of the name of ${of}, in any case.`);

export const photoParams = Joi.object({ uid: Joi.string().max(1024).required() });

const degrees = String.raw`-?\d{1,3}(?:\.\d{1,17})?`;

/** `west,south,east,north` → BoundingBox. */
export const boundingBox = Joi.string()
  .pattern(new RegExp(`^${degrees},${degrees},${degrees},${degrees}$`))
  .custom((text: string, helpers): unknown => {
    const [west = NaN, south = NaN, east = NaN, north = NaN] = text.split(',').map(Number);
    const fits = Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && south <= north;
    return fits ? { west, south, east, north } : helpers.error('bbox');
  })
  .messages({
    bbox: '{#label} must be west,south,east,north in degrees, with south below north',
    'string.pattern.base': '{#label} must be west,south,east,north in degrees',
  });

/** `2019-2024` or `2021` → the first and the last day. */
export const years = Joi.string()
  .pattern(/^\d{4}(-\d{4})?$/)
  .empty('')
  .custom((text: string, helpers): unknown => {
    const [from = NaN, to = from] = text.split('-').map(Number);
    return from <= to ? [wholeYear(from)[0], wholeYear(to)[1]] : helpers.error('years');
  })
  .messages({
    years: '{#label} must name the earlier year first',
    'string.pattern.base': '{#label} must be a year or two: 2019-2024',
  })
  .description('2021 or 2019-2024, both included: photos taken then, by the clock where they were taken.');

export const includeHidden = flag.description('Hidden photos are left out by default; needs the role write.');
