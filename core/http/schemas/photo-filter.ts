import Joi from 'joi';
import { boxOf } from '../../domain/bounding-box.ts';
import { dayOf, yearlyDayOf, yearsOf } from '../../domain/epoch-day.ts';
import { photoKinds } from '../../domain/photo-kind.ts';
import type { ListFilter, PhotoFilterBody, PhotoRule } from '../../domain/photo-rule.ts';
import { answer, extended, list, of, oneOf, optional, type Of } from './answer.ts';
import { boundingBox, flag, includeHidden, oneDay, years } from './input.ts';
import { boolean, epochSeconds, integer } from './parts.ts';

/*
 * The two forms of a photo filter: the parameters of lists, and JSON in request bodies and rules of albums. Both have a
 * schema for each field of their type; `PhotoRules` converts both to a `PhotoFilter`.
 */

const parameters = {
  place: Joi.string()
    .trim()
    .max(1000)
    .empty('')
    .description('A place as /api/places labels it, a city, a country, or else part of a label; in any case.'),
  bbox: boundingBox
    .empty('')
    .description(
      'west,south,east,north in degrees: photos taken there; west greater than east is over the antimeridian.',
    ),
  tag: Joi.string().empty('').description('A tag, in any case.'),
  album: Joi.string().empty('').description('The uid of an album.'),
  folder: Joi.string()
    .max(2000)
    .empty('')
    .description(
      'The path of a folder of the photo store, with slashes; / is the top. Only for users who may see folders.',
    ),
  subfolders: flag.description('With folder: whether photos in its subfolders are included; true by default.'),
  trip: Joi.number().integer().min(1).empty('').description('The id of a trip.'),
  person: Joi.number().integer().min(1).empty('').description('The id of a person.'),
  kind: Joi.string()
    .valid(...photoKinds)
    .empty(''),
  years,
  day: oneDay,
  before: epochSeconds.empty('').description('Epoch seconds: photos captured before it.'),
  before_uid: Joi.string()
    .empty('')
    .description('With before: also the photos of that second whose uid comes after this one.'),
  after: epochSeconds.empty('').description('Epoch seconds: photos captured after it.'),
  only_favorites: flag,
  include_archived: flag.description(
    'Archived photos are left out by default, unless place, person, album, folder, trip or tag is given.',
  ),
  include_hidden: includeHidden,
  include_off_timeline: flag.description('Includes photos of albums that are left out of the timeline.'),
  only_archived: flag,
  only_hidden: flag.description('Only hidden photos, including archived ones; needs the role write.'),
  only_hidden_by_me: flag.description(
    'Only photos that the caller has hidden for themself one by one, including archived ones; all other lists leave them out.',
  ),
  stacked: flag.description('Of each stack, only the photo that represents it in the list.'),
} satisfies Record<keyof ListFilter, Joi.Schema>;

/** The parameters of the list of photos, of its months and of its aspects. */
export const filterQuery = of<ListFilter, Joi.ObjectSchema>(
  Joi.object(parameters).with('before_uid', 'before').with('subfolders', 'folder').oxor('years', 'day'),
);

/** The maximum number of values in one list of a filter. */
const maxValues = 100;

const name: Of<string> = of(Joi.string().max(1000).pattern(/\S/, 'text'));
const uid: Of<string> = of(Joi.string().max(1024));
const id = integer.min(1);
const kind = oneOf(...photoKinds);

const boundedList = <T>(item: Of<T>, text: string, max = maxValues): Of<readonly T[]> =>
  of(list(item).max(max).description(text));

/** A text that a function can parse. */
const readable = (parse: (text: string) => unknown, sentence: string): Of<string, Joi.StringSchema> =>
  of(
    Joi.string()
      .max(100)
      .custom((text: string, helpers): unknown => (parse(text) === undefined ? helpers.error('readable') : text))
      .messages({ readable: `{#label} must be ${sentence}` }),
  );
const day = readable(dayOf, 'a day: 2024-05-31');
const yearlyDay = readable(yearlyDayOf, 'a day of the year: 12-24');

/** The rule of a smart album, in requests and in answers. */
export const photoRule = answer<PhotoRule>({
  person: optional(id.description('The id of a person.')),
  people: optional(boundedList(id, 'Ids of people: the photo shows all of them.')),
  any_person: optional(boolean.description('With people: whether one of them is enough.')),
  place: optional(name.description('A place, a city, a country, or else part of a label; in any case.')),
  places: optional(boundedList(name, 'Taken at any of these places.')),
  bbox: optional(
    readable(boxOf, 'west,south,east,north in degrees, with south below north').description(
      'west,south,east,north in degrees; west greater than east is over the antimeridian.',
    ),
  ),
  things: optional(boundedList(name, 'Things that the photo shows, in words as in a search: all of them.')),
  tag: optional(name.description('A tag, in any case.')),
  tags: optional(boundedList(name, 'Tags: the photo has all of them.')),
  trip: optional(id.description('The id of a trip.')),
  album: optional(uid.description('The uid of an album without a rule.')),
  kind: optional(kind),
  kinds: optional(boundedList(kind, 'The photo is of any of these kinds.')),
  cameras: optional(boundedList(name, 'Names of cameras: any of them.')),
  years: optional(
    readable(yearsOf, 'a year, or two of which the earlier is named first: 2019-2024').description(
      '2021 or 2019-2024, both included.',
    ),
  ),
  from: optional(day.description('2024-05-01: taken on that day or later, by the local time of the place.')),
  to: optional(day.description('2024-05-31: taken on that day or before.')),
  months: optional(boundedList(integer.min(1).max(12), '1 to 12, of any year.')),
  weekdays: optional(boundedList(integer.min(1).max(7), '1 for Monday to 7 for Sunday: any of them.')),
  yearly_days: optional(boundedList(yearlyDay, '12-24: taken on any of these days of any year.', 366)),
  only_favorites: optional(boolean.description('Only favourites of the signed-in user.')),
});

/** A filter in the body of a request. */
export const photoFilterBody = extended<PhotoFilterBody, PhotoRule>(photoRule, {
  folder: optional(
    of<string, Joi.StringSchema>(Joi.string().max(2000)).description(
      'The path of a folder of the photo store, with slashes; / is the top.',
    ),
  ),
  subfolders: optional(
    boolean.description('With folder: whether photos in its subfolders are included; true by default.'),
  ),
  day: optional(day.description('2024-05-31: taken on that day, by the local time of the place.')),
  before: optional(epochSeconds.description('Epoch seconds: photos captured before it.')),
  before_uid: optional(uid.description('With before: also the photos of that second whose uid comes after this one.')),
  after: optional(epochSeconds.description('Epoch seconds: photos captured after it.')),
  include_archived: optional(boolean),
  include_off_timeline: optional(boolean),
  include_hidden: optional(boolean.description('Needs the role write.')),
  only_archived: optional(boolean),
  only_hidden: optional(boolean.description('Needs the role write.')),
  only_hidden_by_me: optional(boolean.description('Photos that the signed-in user has hidden one by one.')),
})
  .with('before_uid', 'before')
  .with('subfolders', 'folder')
  .oxor('years', 'day');
