import Joi from 'joi';
import { photoKinds } from '../../domain/photo.ts';
import { answer, count, epochSeconds, nullable, text } from './parts.ts';

/** Photos in answers, and lists of them. */

const kind = Joi.string().valid(...photoKinds);

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
