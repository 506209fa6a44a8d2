import Joi from 'joi';
import { levels } from '../../domain/level.ts';
import { photoFaults } from '../../domain/photo-fault.ts';
import { photoKinds } from '../../domain/photo-kind.ts';
import { townKinds } from '../../domain/town.ts';
import { turns } from '../../domain/turn.ts';
import type * as wire from '../wire.ts';
import { answer, described, extended, list, nullable, of, oneOf, optional } from './answer.ts';
import { photoRule } from './photo-filter.ts';
import { boolean, count, epochSeconds, integer, number, text, word } from './parts.ts';

/** Schemas of photos, lists of photos, albums, tags and places. */

export const kind = oneOf(...photoKinds);

const photoFault = answer<wire.PhotoFault>({
  kind: oneOf(...photoFaults, 'no_preview', 'unread').description(
    'incomplete: a part of the picture is missing, and the rest is shown; with all other faults, there is no picture.',
  ),
  file: text.description('Name of the file.'),
});

export const photoItem = answer<wire.PhotoItem>({
  uid: word,
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
  width: nullable(count),
  height: nullable(count),
  thumbhash: nullable(word),
  duration: nullable(number.min(0)).description('The length of a video in seconds; null when unknown.'),
  place: nullable(text),
  fault: nullable(photoFault).description('Why the picture is missing or incomplete; null if it is fine.'),
  stack: nullable(
    answer<wire.StackRef>({ id: integer, count: count.description('The number of its photos that the caller sees.') }),
  ),
});

/** A photo of a result that is sorted by score. */
export const scoredPhoto = (description: string) =>
  extended<wire.PhotoItem & { score: number }, wire.PhotoItem>(photoItem, { score: number.description(description) });

const photoItems = list(photoItem);
export const photoList = answer<wire.PhotoList>({ photos: photoItems, total: count });
export const somePhotos = answer<wire.SomePhotos>({ photos: photoItems });

const sha1 = nullable(word.hex().length(40));
export const albumRef = answer<wire.AlbumRef>({ uid: word, name: text });
const personRef = answer<wire.PersonRef>({ id: count, name: nullable(text) });

const fraction = number.description('As fractions of the upright photo.');
const box = answer<wire.Box>({ x: fraction, y: fraction, w: fraction, h: fraction });

const folder = described(
  text,
  'The path of its folder in the photo store, empty for the top; only for users who may see folders.',
);

export const photo = extended<wire.Photo, wire.PhotoItem>(photoItem, {
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
  things: list(
    answer<wire.PhotoThing>({
      label: word,
      names: answer({ en: word, de: word, fr: word }),
      score: number.min(0).max(1),
      box: nullable(box),
    }),
  ),
  written: list(answer({ text: word, score: number.min(0).max(1), box })),
  state: oneOf('pending', 'indexed', 'failed'),
  motion: nullable(answer<NonNullable<wire.Photo['motion']>>({ media_type: word, size: nullable(count) })).description(
    'The video of a live photo, for /motion; size in bytes.',
  ),
  examined: nullable(oneOf(...levels)).description(
    'How much of the photo was read: the thumbnail of its store, the head of its file, or the whole file. Null: nothing yet.',
  ),
  video: nullable(
    answer<wire.VideoFacts>({
      type: nullable(word).description('For canPlayType: video/mp4; codecs="hvc1.1.6.L93.B0, mp4a.40.2".'),
      video_codec: nullable(word),
      audio_codec: nullable(word).description('Null if there is no sound, or if it is unknown.'),
      frame_rate: nullable(number).description('Frames per second.'),
      convertible: boolean.description('Whether the server can convert it for browsers that cannot play it.'),
    }),
  ).description('How a video is encoded, as far as it is known; null for photos.'),
  folder: optional(folder),
  rotation: of<wire.Rotation, Joi.Schema>(Joi.valid(...turns)).description(
    'Degrees clockwise by which people rotated it from the upright position of its file.',
  ),
  edited: list(oneOf('time', 'place', 'caption', 'rotation')).description(
    'The facts that people edited, which replace those of the file.',
  ),
  zone: nullable(word).description('The zone that people entered with its time: an IANA name or +02:00.'),
  original: nullable(
    answer<wire.PhotoOriginal>({
      taken_at: epochSeconds,
      taken_at_local: word,
      lat: nullable(number),
      lng: nullable(number),
      place: nullable(text),
      caption: nullable(text),
      width: nullable(count),
      height: nullable(count),
    }),
  ).description('The facts of the file; null if people edited none.'),
});

export const undonePhotos = answer<wire.UndonePhotos>({ photos: count });

const anyFields = of<Record<string, unknown>, Joi.ObjectSchema>(Joi.object().unknown(true));

export const photoMeta = answer<wire.PhotoMeta>({
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

const month = integer.min(1).max(12);

const memoryTitle = answer<wire.MemoryTitle>({
  trip: nullable(answer<wire.TripRef>({ id: integer, name: nullable(text) })).description(
    'The trip of most of the photos.',
  ),
  city: nullable(text).description('The place where more than half of the photos were taken.'),
  countries: list(text),
  people: list(personRef).description('The named people who are on most of the photos, at most three.'),
  tag: nullable(word).description('A tag that all of the photos have.'),
}).description('Facts that hold for the photos of the year, for clients to make a title from.');

export const memories = answer<wire.Memories>({
  month,
  day: integer.min(1).max(31),
  photos: photoItems,
  groups: list(answer({ year: integer, years_ago: integer, title: memoryTitle, photos: photoItems })),
});

export const anchors = answer<wire.Anchors>({
  anchors: list(
    answer({
      year: integer,
      month,
      count,
      offset: count,
      before: epochSeconds,
      days: list(count).description(
        'The number of photos of each day, from the first of the month to the last day that has any.',
      ),
    }),
  ),
});

export const aspects = answer<wire.Aspects>({
  total: count,
  videos: count.description('The number of videos among them.'),
  aspects: text
    .base64()
    .description(
      'One byte per photo, in the order of the list: width / height is 2 ** ((byte - 128) / 32); 0: unknown.',
    ),
});

export const duplicates = answer<wire.DuplicateGroups>({
  total_groups: count.description(
    'For the whole library, not only the listed groups; archived photos count, hidden ones only on request.',
  ),
  redundant_bytes: count.description('Bytes that all groups of the library use beyond one photo per group.'),
  groups: list(
    answer({
      sha1: sha1.description('The hash of the content of the photos; null if they only look alike.'),
      count,
      bytes: count.description('The bytes of one copy; if the photos only look alike, of all but the largest.'),
      photos: list(
        extended<wire.DuplicatePhoto, wire.PhotoItem>(photoItem, {
          name: text,
          size: count,
          folder: optional(folder),
        }),
      ),
    }),
  ),
});

export const similarPhotos = answer<wire.SimilarPhotos>({
  results: list(scoredPhoto('Cosine, −1 to 1.')),
  total: count.description('The number of similar photos, up to 500.'),
  copies: photoItems.description('Photos with exactly the same content.'),
});

export const photoTags = answer<wire.PhotoTags>({ tags: list(word) });
export const tags = answer<wire.Tags>({ tags: list(answer({ name: word, count })) });

export const album = answer<wire.Album>({
  uid: word,
  name: text,
  photo_count: count,
  start_ts: nullable(epochSeconds),
  end_ts: nullable(epochSeconds),
  first_day: nullable(word.description('The local date of the oldest photo: 2024-06-13.')),
  last_day: nullable(word.description('The local date of the newest photo.')),
  cover_url: nullable(word),
  source: oneOf('own', 'store').description(
    'own: made in Photofinch. store: made in the photo store, and can only be changed there.',
  ),
  notes: text,
  smart: boolean.description('Whether it finds its photos by a rule.'),
  rule: nullable(photoRule).description('Only for the role write and above; null if photos are added one by one.'),
  order: oneOf('date', 'hand').description('The order of its photos: newest first, or the order that people chose.'),
  off_timeline: boolean.description('Whether its photos are left out of the timeline.'),
});

export const changedAlbum = answer<wire.ChangedAlbum>({
  album,
  added: count,
  removed: count,
  passed_over: count.description(
    'The number of photos that were skipped: they no longer exist, or the caller may not see them.',
  ),
});

export const unmadeAlbum = answer<wire.UnmadeAlbum>({
  deleted: boolean.description('False if the album has other photos.'),
});

export const albums = answer<wire.Albums>({ albums: list(album), total: count });
export const albumPhotos = answer<wire.AlbumPhotos>({ album, photos: photoItems, total: count });

export const places = answer<wire.Places>({
  places: list(answer({ place: word, city: text, count })),
  total: count.description('The number of all of them, not only those of the list.'),
});

export const markers = answer<wire.MapMarkers>({
  markers: list(
    answer({
      place: text,
      city: text,
      count,
      lat: number,
      lng: number,
      thumb_url: nullable(word),
    }),
  ),
});

const town = answer<wire.Town>({
  name: word,
  country: word.description('ISO 3166-1 alpha-2.'),
  lat: number,
  lng: number,
  population: count.description('0 when unknown.'),
  kind: oneOf(...townKinds),
});

export const towns = answer<wire.Towns>({
  towns: list(town).description('The towns in the tile, the most important first.'),
  nearest: list(town).description(
    'The towns nearest to the middle of the tile, inside or outside of it, the nearest first.',
  ),
});

export const namedTowns = answer<wire.NamedTowns>({ towns: list(town) });
