import Joi from 'joi';
import type { DaySpan } from '../../domain/epoch-day.ts';
import { folderAsked } from '../../domain/folder-path.ts';
import { photoKinds, type PhotoKind } from '../../domain/photo-kind.ts';
import type { BoundingBox, PhotoFilter, Shown } from '../../timeline/photo-filter.ts';
import type { Caller } from '../pipeline/route.ts';
import { epochSeconds } from './parts.ts';
import { boundingBox, flag, includeHidden, oneDay, years } from './input.ts';

/** The parameters of a request by which a list of photos is narrowed, as they are once they are read. */
export interface FilterQuery {
  place?: string;
  bbox?: BoundingBox;
  tag?: string;
  album?: string;
  folder?: string;
  subfolders?: boolean;
  trip?: number;
  person?: number;
  kind?: PhotoKind;
  years?: DaySpan;
  day?: DaySpan;
  before?: number;
  before_uid?: string;
  after?: number;
  only_favorites?: boolean;
  include_archived?: boolean;
  include_hidden?: boolean;
  include_off_timeline?: boolean;
  only_archived?: boolean;
  only_hidden?: boolean;
  only_hidden_by_me?: boolean;
  stacked?: boolean;
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
  folder: Joi.string()
    .max(2000)
    .empty('')
    .description(
      'The path of a folder of the photo store, with slashes; / is the top. Only for those who see folders.',
    ),
  subfolders: flag.description('With folder: whether photos in the folders below it count; they do by default.'),
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
    .description('With before: also the photos of that very second whose uid comes after this one.'),
  after: epochSeconds.empty('').description('Epoch seconds: photos captured after it.'),
  only_favorites: flag,
  include_archived: flag.description(
    'Archived photos are left out by default, unless place, person, album, folder, trip or tag is given.',
  ),
  include_hidden: includeHidden,
  include_off_timeline: flag.description('Photos of albums that are left out of the timeline are shown in it.'),
  only_archived: flag,
  only_hidden: flag.description('Archived ones among them; needs the role write.'),
  only_hidden_by_me: flag.description(
    'Photos that the caller hid from themself one by one, archived ones among them; all other lists leave them out.',
  ),
  stacked: flag.description('Of each stack, only the photo that stands for the others of the list.'),
} satisfies Record<keyof FilterQuery, Joi.Schema>;

/** For the list of photos, its months and its shapes. */
export const filterQuery = Joi.object(fields)
  .with('before_uid', 'before')
  .with('subfolders', 'folder')
  .oxor('years', 'day');

/** The fields of a filter that parameters ask for. The others are made by searches, by the map, and by filters in JSON. */
type Asked = Omit<
  PhotoFilter,
  | ('still' | 'placePart' | 'places' | 'people' | 'months' | 'weekdays' | 'yearlyDays' | 'cameras')
  | ('kinds' | 'placeNames' | 'tags' | 'things' | 'asker' | 'byHand' | 'withheldFrom')
>;

/** The one step from the parameters of a request to the filter. */
export function filterOf(query: FilterQuery, { userId }: Caller): PhotoFilter {
  return {
    place: query.place,
    box: query.bbox,
    tag: query.tag,
    album: query.album,
    folder: query.folder === undefined ? undefined : folderAsked(query.folder, query.subfolders),
    trip: query.trip,
    person: query.person,
    kind: query.kind,
    days: daysOf(query),
    before: query.before,
    beforeUid: query.before_uid,
    after: query.after,
    favoritesOf: query.only_favorites ? userId : undefined,
    archived: query.only_archived ? 'only' : shown(query.include_archived),
    ownHiddenOf: query.only_hidden_by_me ? userId : undefined,
    onTimeline: query.include_off_timeline ? false : undefined,
    hidden: query.only_hidden ? 'only' : shown(query.include_hidden),
    stackedFor: query.stacked ? userId : undefined,
  } satisfies { readonly [Field in keyof Asked]-?: Asked[Field] };
}

/** A request asks for years, or for one day. */
function daysOf({ years, day }: FilterQuery): DaySpan[] | undefined {
  const span = day ?? years;
  return span && [span];
}

/** Undefined where the request does not say. */
const shown = (include: boolean | undefined): Shown | undefined =>
  include === undefined ? undefined : include ? 'with' : 'without';
