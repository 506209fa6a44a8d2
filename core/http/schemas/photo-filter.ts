import Joi from 'joi';
import type { DaySpan } from '../../domain/epoch-day.ts';
import { photoKinds, type PhotoKind } from '../../domain/photo.ts';
import type { BoundingBox, PhotoFilter, Shown } from '../../timeline/photo-filter.ts';
import type { Caller } from '../pipeline/route.ts';
import { epochSeconds } from './parts.ts';
import { boundingBox, flag, includeHidden, years } from './input.ts';

/** The parameters of a request by which a list of photos is narrowed, as they are once they are read. */
export interface FilterQuery {
  place?: string;
  bbox?: BoundingBox;
  tag?: string;
  album?: string;
  person?: number;
  kind?: PhotoKind;
  years?: DaySpan;
  before?: number;
  before_uid?: string;
  after?: number;
  only_favorites?: boolean;
  include_archived?: boolean;
  include_hidden?: boolean;
  only_archived?: boolean;
  only_hidden?: boolean;
}

const fields = {
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
  person: Joi.number().integer().min(1).empty('').description('The id of a person.'),
  kind: Joi.string()
    .valid(...photoKinds)
    .empty(''),
  years,
  before: epochSeconds.empty('').description('Epoch seconds: photos captured before it.'),
  before_uid: Joi.string()
    .empty('')
    .description('With before: also the photos of that very second whose uid comes after this one.'),
  after: epochSeconds.empty('').description('Epoch seconds: photos captured after it.'),
  only_favorites: flag,
  include_archived: flag.description(
    'Archived photos are left out by default, unless place, person, album or tag is given.',
  ),
  include_hidden: includeHidden,
  only_archived: flag,
  only_hidden: flag.description('Archived ones among them; needs the role write.'),
} satisfies Record<keyof FilterQuery, Joi.Schema>;

/** For the list of photos, its months and its shapes. */
export const filterQuery = Joi.object(fields).with('before_uid', 'before');

/** The fields of a filter that requests ask for. The others are made by searches and by the map. */
type Asked = Omit<
  PhotoFilter,
  'still' | 'placePart' | 'places' | 'people' | 'months' | 'weekdays' | 'yearlyDays' | 'cameras'
>;

/** The one step from the parameters of a request to the filter. */
export function filterOf(query: FilterQuery, { userId }: Caller): PhotoFilter {
  return {
    place: query.place,
    box: query.bbox,
    tag: query.tag,
    album: query.album,
    person: query.person,
    kind: query.kind,
    days: query.years && [query.years],
    before: query.before,
    beforeUid: query.before_uid,
    after: query.after,
    favoritesOf: query.only_favorites ? userId : undefined,
    archived: query.only_archived ? 'only' : shown(query.include_archived),
    hidden: query.only_hidden ? 'only' : shown(query.include_hidden),
  } satisfies { readonly [Field in keyof Asked]-?: Asked[Field] };
}

/** Undefined where the request does not say. */
const shown = (include: boolean | undefined): Shown | undefined =>
  include === undefined ? undefined : include ? 'with' : 'without';
