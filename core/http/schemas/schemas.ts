import Joi from 'joi';
import { photoKinds } from '../../domain/photo.ts';
import { answer, count, epochSeconds, nullable, text } from './parts.ts';

/**
 * Shapes of the wire, for checking what comes in and describing what goes out; those of people are in people-schemas.ts. See
 * wire.ts for the same as types.
 */

const kind = Joi.string().valid(...photoKinds);

// --- what comes in -------------------------------------------------------------------------------------------------

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

/** The filters that the list of photos and its anchors share. */
export const photoFilters = {
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
  kind: kind.empty(''),
  before: epochSeconds.empty('').description('Epoch seconds: photos captured before it.'),
  before_uid: Joi.string()
    .empty('')
    .description('With before: also the photos of that very second whose uid comes after this one.'),
  after: epochSeconds.empty('').description('Epoch seconds: photos captured after it.'),
  only_favorites: flag,
  include_archived: flag.description(
    'Archived photos are left out by default, unless place, person, album or tag is given.',
  ),
  include_hidden: flag.description('Hidden photos are left out by default; needs the role write.'),
  only_archived: flag,
  only_hidden: flag.description('Archived ones among them; needs the role write.'),
};

// --- what goes out -------------------------------------------------------------------------------------------------

const photoItemFields = {
  uid: Joi.string(),
  thumb_url: nullable(Joi.string()),
  favorited_by_me: Joi.boolean(),
  tags: Joi.array().items(Joi.string()),
  archived: Joi.boolean(),
  hidden: Joi.boolean(),
  kind,
  taken_at: epochSeconds,
  taken_at_local: Joi.string().description('Wall clock at the place of capture, ISO 8601 without zone.'),
  width: nullable(count),
  height: nullable(count),
  thumbhash: nullable(Joi.string()),
  duration: nullable(Joi.number().min(0)).description('Seconds, of a video; null when unknown.'),
  place: nullable(text),
};

const photoItem = answer(photoItemFields);
const photoItems = Joi.array().items(photoItem);
export const photoList = answer({ photos: photoItems, total: count });

const score = Joi.number().description('A cosine, −1 to 1; of photos that words alone found, their fused rank.');

export const searchResults = answer({
  results: Joi.array().items(
    answer({ ...photoItemFields, score, match: Joi.string().valid('semantic', 'text', 'both') }),
  ),
  total: count,
  query: answer({
    text,
    person: Joi.array().items(answer({ id: count, name: text })),
    place: Joi.array().items(text),
    from: nullable(epochSeconds),
    to: nullable(epochSeconds),
    month: Joi.array().items(Joi.number().integer().min(1).max(12)),
    kind: nullable(kind),
  }).description('What the text was taken for: names, places, years and months became filters, text is the rest.'),
  semantic: Joi.boolean().description('Whether what pictures show was searched, and not only words.'),
});

const fractionOfUpload = Joi.number().description('Of the upright upload.');

export const faceSearchResults = answer({
  results: Joi.array().items(
    answer({ ...photoItemFields, score: Joi.number().description('The cosine of the faces.') }),
  ),
  total: count,
  faces: Joi.array()
    .items(
      answer({
        box: answer({ x: fractionOfUpload, y: fractionOfUpload, w: fractionOfUpload, h: fractionOfUpload }),
      }),
    )
    .description('All that were found, largest first; that one was searched for.'),
}).append({ detail: Joi.string().description('Why there are no results, where that is not plain.') });

const albumRef = answer({ uid: Joi.string(), name: text });
const personRef = answer({ id: count, name: nullable(text) });

export const photo = answer({
  ...photoItemFields,
  name: text,
  caption: nullable(text),
  mime: text,
  size: count,
  sha1: nullable(Joi.string().hex().length(40)),
  camera: nullable(text),
  lens: nullable(text),
  lat: nullable(Joi.number()),
  lng: nullable(Joi.number()),
  city: nullable(text),
  country: nullable(text),
  albums: Joi.array().items(albumRef),
  people: Joi.array().items(personRef),
  auto_tags: Joi.array().items(Joi.string()),
  state: Joi.string().valid('pending', 'indexed', 'failed'),
});

const anyFields = Joi.object().unknown(true);

export const photoMeta = answer({
  photo,
  exif: anyFields,
  upstream: Joi.object({
    available: Joi.boolean().required(),
    node: nullable(anyFields).required(),
    error: Joi.string(),
  }),
  albums: Joi.array().items(text),
  people: Joi.array().items(personRef),
  tags: Joi.array().items(Joi.string()),
});

const month = Joi.number().integer().min(1).max(12);
const day = Joi.number().integer().min(1).max(31);

export const memoriesQuery = Joi.object({
  month: month.description('Goes with day; both absent: today.'),
  day: day.description('Goes with month.'),
  limit: limitIfAny(1000).description('Of photos, the newest years first; all of the day by default.'),
}).and('month', 'day');

export const memories = answer({
  month,
  day,
  photos: photoItems,
  groups: Joi.array().items(
    answer({ year: Joi.number().integer(), years_ago: Joi.number().integer(), photos: photoItems }),
  ),
});

export const anchors = answer({
  anchors: Joi.array().items(
    answer({ year: Joi.number().integer(), month, count, offset: count, before: epochSeconds }),
  ),
});

export const somePhotos = answer({ photos: photoItems });

export const aspects = answer({
  total: count,
  aspects: Joi.string()
    .allow('')
    .base64()
    .description(
      'One byte a photo, in the order of the list: width by height is 2 ** ((byte - 128) / 32); 0: unknown.',
    ),
});

export const duplicates = answer({
  groups: Joi.array().items(
    answer({
      sha1: nullable(Joi.string().hex().length(40)).description(
        'Of the content that all photos of the group have; null where they only look alike.',
      ),
      count,
      bytes: count.description('Of one copy; where photos only look alike, of all but the largest.'),
      photos: Joi.array().items(answer({ ...photoItemFields, name: text, size: count })),
    }),
  ),
});

export const similarPhotos = answer({
  results: Joi.array().items(answer({ ...photoItemFields, score: Joi.number().description('Cosine, −1 to 1.') })),
  total: count.description('How many are similar, up to 500.'),
  copies: photoItems.description('With the very same content.'),
});

export const photoTags = answer({ tags: Joi.array().items(Joi.string()) });
export const tags = answer({ tags: Joi.array().items(answer({ name: Joi.string(), count })) });

const album = answer({
  uid: Joi.string(),
  name: text,
  photo_count: count,
  start_ts: nullable(epochSeconds),
  end_ts: nullable(epochSeconds),
  cover_url: nullable(Joi.string()),
});

export const albums = answer({ albums: Joi.array().items(album) });
export const albumPhotos = answer({ album, photos: photoItems, total: count });

export const places = answer({
  places: Joi.array().items(answer({ place: Joi.string(), city: text, count })),
});

export const markers = answer({
  markers: Joi.array().items(
    answer({
      place: text,
      city: text,
      count,
      lat: Joi.number(),
      lng: Joi.number(),
      thumb_url: nullable(Joi.string()),
    }),
  ),
});
