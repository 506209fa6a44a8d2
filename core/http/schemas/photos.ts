import Joi from 'joi';
import { levels } from '../../domain/level.ts';
import { photoFaults } from '../../domain/photo-fault.ts';
import { photoKinds } from '../../domain/photo-kind.ts';
import { turns, type Turn } from '../../domain/turn.ts';
import { answer, extended, list, nullable, of, oneOf, optional, type Value } from './answer.ts';
import { boolean, count, epochSeconds, integer, number, text, word } from './parts.ts';

/** Schemas of photos, lists of photos and tags. */

export const kind = oneOf(...photoKinds);

const photoFault = answer({
  kind: oneOf(...photoFaults, 'no_preview', 'unread').description(
    'incomplete: a part of the picture is missing, and the rest is shown; with all other faults, there is no picture.',
  ),
  file: text.description('Name of the file.'),
});
export type PhotoFault = Value<typeof photoFault>;
export type PhotoFaultKind = PhotoFault['kind'];

const stackRef = answer({
  id: integer,
  count: count.description('The number of its photos that the caller sees.'),
});
export type StackRef = Value<typeof stackRef>;

export const photoItem = answer({
  uid: word,
  /** Signed for the caller; null while there is no thumbnail. */
  thumb_url: nullable(word),
  favorited_by_me: boolean,
  tags: list(word),
  archived: boolean,
  hidden: boolean,
  hidden_by_me: boolean.description(
    'Whether the caller has hidden this photo for themself, who can still open it by its uid; false if they have only hidden an album or a person of it.',
  ),
  kind,
  taken_at: epochSeconds,
  taken_at_local: word.description('Local time at the place of capture, ISO 8601 without zone.'),
  /** The size of the upright picture, in px. */
  width: nullable(count),
  height: nullable(count),
  /** Base64. */
  thumbhash: nullable(word),
  duration: nullable(number.min(0)).description('The length of a video in seconds; null when unknown.'),
  /** Such as `Lisbon, Portugal`. */
  place: nullable(text),
  fault: nullable(photoFault).description('Why the picture is missing or incomplete; null if it is fine.'),
  /** Null if there is none, or if the caller may see no other photo of it. */
  stack: nullable(stackRef),
});
export type PhotoItem = Value<typeof photoItem>;

/** A photo of a result that is sorted by score. */
export const scoredPhoto = (description: string) => extended(photoItem, { score: number.description(description) });

export const photoItems = list(photoItem);
export const photoList = answer({ photos: photoItems, total: count });
export type PhotoList = Value<typeof photoList>;

export const somePhotos = answer({ photos: photoItems });
export type SomePhotos = Value<typeof somePhotos>;

const sha1 = nullable(word.hex().length(40));
export const albumRef = answer({ uid: word, name: text });
const personRef = answer({ id: count, name: nullable(text) });

const fraction = number.description('As fractions of the upright photo.');
const box = answer({ x: fraction, y: fraction, w: fraction, h: fraction });

const folder = text.description(
  'The path of its folder in the photo store, empty for the top; only for users who may see folders.',
);

/** The video of a photo of kind `video`. */
const videoFacts = answer({
  type: nullable(word).description('For canPlayType: video/mp4; codecs="hvc1.1.6.L93.B0, mp4a.40.2".'),
  /** Short names from ffprobe: `h264`, `hevc`, `vp9`, `av1`, `prores`; null if unknown. */
  video_codec: nullable(word),
  audio_codec: nullable(word).description('Null if there is no sound, or if it is unknown.'),
  frame_rate: nullable(number).description('Frames per second.'),
  convertible: boolean.description('Whether the server can convert it for browsers that cannot play it.'),
});
export type VideoFacts = Value<typeof videoFacts>;

/** Sizes are of the picture in its file's own orientation. */
const photoOriginal = answer({
  taken_at: epochSeconds,
  taken_at_local: word,
  lat: nullable(number),
  lng: nullable(number),
  place: nullable(text),
  caption: nullable(text),
  width: nullable(count),
  height: nullable(count),
});
export type PhotoOriginal = Value<typeof photoOriginal>;

const editedFact = oneOf('time', 'place', 'caption', 'rotation');
export type EditedFact = Value<typeof editedFact>;

export const photo = extended(photoItem, {
  name: text,
  caption: nullable(text),
  mime: text,
  size: count,
  sha1,
  camera: nullable(text),
  lens: nullable(text),
  lat: nullable(number),
  lng: nullable(number),
  city: nullable(text),
  country: nullable(text),
  albums: list(albumRef),
  people: list(personRef),
  source_tags: list(word).description(
    'Those of `tags` that come from the photo store and were not added in Photofinch.',
  ),
  source_people: list(text).description('Names of people on the photo, from the photo store.'),
  face_count: count.description('The number of faces that were found on the photo.'),
  auto_tags: list(word),
  /** Highest confidence first, like the tags above, which are by a model too. */
  things: list(
    answer({
      /** In the vocabulary of the model. */
      label: word,
      names: answer({ en: word, de: word, fr: word }),
      score: number.min(0).max(1),
      /** Null if it fills the photo, or if its position is unknown. */
      box: nullable(box),
    }),
  ),
  /** Text recognized with confidence, line by line. */
  written: list(answer({ text: word, score: number.min(0).max(1), box })),
  state: oneOf('pending', 'indexed', 'failed'),
  motion: nullable(answer({ media_type: word, size: nullable(count) })).description(
    'The video of a live photo, for /motion; size in bytes.',
  ),
  examined: nullable(oneOf(...levels)).description(
    'How much of the photo was read: the thumbnail of its store, the head of its file, or the whole file. Null: nothing yet.',
  ),
  video: nullable(videoFacts).description('How a video is encoded, as far as it is known; null for photos.'),
  folder: optional(folder),
  rotation: of<Turn, Joi.Schema>(Joi.valid(...turns)).description(
    'Degrees clockwise by which people rotated it from the upright position of its file.',
  ),
  edited: list(editedFact).description('The facts that people edited, which replace those of the file.'),
  zone: nullable(word).description('The zone that people entered with its time: an IANA name or +02:00.'),
  original: nullable(photoOriginal).description('The facts of the file; null if people edited none.'),
});
export type Photo = Value<typeof photo>;
export type Rotation = Photo['rotation'];

export const undonePhotos = answer({ photos: count });
export type UndonePhotos = Value<typeof undonePhotos>;

const anyFields = of<Record<string, unknown>, Joi.ObjectSchema>(Joi.object().unknown(true));

export const photoMeta = answer({
  photo,
  exif: anyFields,
  upstream: answer({
    available: boolean,
    node: nullable(anyFields),
    error: optional(word),
  }),
  albums: list(text),
  people: list(personRef),
  tags: list(word),
});
export type PhotoMeta = Value<typeof photoMeta>;

const month = integer.min(1).max(12);

const memoryTitle = answer({
  trip: nullable(answer({ id: integer, name: nullable(text) })).description('The trip of most of the photos.'),
  city: nullable(text).description('The place where more than half of the photos were taken.'),
  countries: list(text),
  people: list(personRef).description('The named people who are on most of the photos, at most three.'),
  tag: nullable(word).description('A tag that all of the photos have.'),
}).description('Facts that hold for the photos of the year, for clients to make a title from.');
export type MemoryTitle = Value<typeof memoryTitle>;

export const memories = answer({
  month,
  day: integer.min(1).max(31),
  photos: photoItems,
  groups: list(answer({ year: integer, years_ago: integer, title: memoryTitle, photos: photoItems })),
});
export type Memories = Value<typeof memories>;

const anchor = answer({
  year: integer,
  month,
  count,
  /** The position of the month's first photo in the list with the same filters. */
  offset: count,
  /** The value of `before` with which the list starts there. */
  before: epochSeconds,
  days: list(count).description(
    'The number of photos of each day, from the first of the month to the last day that has any.',
  ),
});
export type Anchor = Value<typeof anchor>;

export const anchors = answer({ anchors: list(anchor) });
export type Anchors = Value<typeof anchors>;

export const aspects = answer({
  total: count,
  videos: count.description('The number of videos among them.'),
  aspects: text
    .base64()
    .description(
      'One byte per photo, in the order of the list: width / height is 2 ** ((byte - 128) / 32); 0: unknown.',
    ),
});
export type Aspects = Value<typeof aspects>;

/** `name` and `size` (in bytes) are of the file. */
const duplicatePhoto = extended(photoItem, { name: text, size: count, folder: optional(folder) });
export type DuplicatePhoto = Value<typeof duplicatePhoto>;

export const duplicates = answer({
  total_groups: count.description(
    'For the whole library, not only the listed groups; archived photos count, hidden ones only on request.',
  ),
  redundant_bytes: count.description('Bytes that all groups of the library use beyond one photo per group.'),
  groups: list(
    answer({
      sha1: sha1.description('The hash of the content of the photos; null if they only look alike.'),
      count,
      bytes: count.description('The bytes of one copy; if the photos only look alike, of all but the largest.'),
      photos: list(duplicatePhoto),
    }),
  ),
});
export type DuplicateGroups = Value<typeof duplicates>;

export const similarPhotos = answer({
  results: list(scoredPhoto('Cosine, −1 to 1.')),
  total: count.description('The number of similar photos, up to 500.'),
  copies: photoItems.description('Photos with exactly the same content.'),
});
export type SimilarPhotos = Value<typeof similarPhotos>;

export const photoTags = answer({ tags: list(word) });
export type PhotoTags = Value<typeof photoTags>;

export const tags = answer({ tags: list(answer({ name: word, count })) });
export type Tags = Value<typeof tags>;
