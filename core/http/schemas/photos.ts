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
    'incomplete: a part of the picture is missing, and the rest is shown; of all others there is nothing to see.',
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
    'From the caller alone, who still opens it by its uid; by this photo, and not with an album or a person.',
  ),
  kind,
  taken_at: epochSeconds,
  taken_at_local: word.description('Wall clock at the place of capture, ISO 8601 without zone.'),
  width: nullable(count),
  height: nullable(count),
  thumbhash: nullable(word),
  duration: nullable(number.min(0)).description('Seconds, of a video; null when unknown.'),
  place: nullable(text),
  fault: nullable(photoFault).description(
    'Why there is no picture of it, or not all of it; null where nothing is wrong.',
  ),
  stack: nullable(
    answer<wire.StackRef>({ id: integer, count: count.description('Photos of it that the caller sees.') }),
  ),
});

/** A photo of a result that is sorted by score. */
export const scored = (description: string) =>
  extended<wire.PhotoItem & { score: number }, wire.PhotoItem>(photoItem, { score: number.description(description) });

const photoItems = list(photoItem);
export const photoList = answer<wire.PhotoList>({ photos: photoItems, total: count });
export const somePhotos = answer<wire.SomePhotos>({ photos: photoItems });

const sha1 = nullable(word.hex().length(40));
export const albumRef = answer<wire.AlbumRef>({ uid: word, name: text });
const personRef = answer<wire.PersonRef>({ id: count, name: nullable(text) });

const fraction = number.description('Of the upright photo.');
const box = answer<wire.Box>({ x: fraction, y: fraction, w: fraction, h: fraction });

const folder = described(
  text,
  'The path of its folder in the photo store, empty for the top; only for those who see folders.',
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
  source_tags: list(word).description('Those of `tags` that the photo has in its store, and nobody gave here.'),
  source_people: list(text).description('Names of people in it, as they were given in its store.'),
  face_count: count.description('How many faces were found in it.'),
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
    'What moves in a live photo, for /motion; size in bytes.',
  ),
  examined: nullable(oneOf(...levels)).description(
    'What of it was read: the picture that its store shows of it, the head of its file, all of it. Null for nothing yet.',
  ),
  video: nullable(
    answer<wire.VideoFacts>({
      type: nullable(word).description('For canPlayType: video/mp4; codecs="hvc1.1.6.L93.B0, mp4a.40.2".'),
      video_codec: nullable(word),
      audio_codec: nullable(word).description('Null where there is no sound, or nothing is known.'),
      frame_rate: nullable(number).description('Frames per second.'),
      convertible: boolean.description('Whether the server can convert it for browsers that cannot play it.'),
    }),
  ).description('How a video is coded, as far as it is known; null for what is no video.'),
  folder: optional(folder),
  rotation: of<wire.Rotation, Joi.Schema>(Joi.valid(...turns)).description(
    'Degrees clockwise by which people turned it from its file’s own upright.',
  ),
  edited: list(oneOf('time', 'place', 'caption', 'rotation')).description(
    'What people decided of it, in place of what its file says.',
  ),
  zone: nullable(word).description('That people gave with its time: an IANA name or +02:00.'),
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
  ).description('What its file says of that; null while people decided nothing of it.'),
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
    'The trip that most of them are of.',
  ),
  city: nullable(text).description('Where more than half of them were taken.'),
  countries: list(text),
  people: list(personRef).description('Who with a name is on most of them, three at most.'),
  tag: nullable(word).description('What each of them is tagged with.'),
}).description('What is surely known of the photos of the year, for clients to put into words.');

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
      days: list(count).description('Photos of each day, from the first of the month to the last day that has any.'),
    }),
  ),
});

export const aspects = answer<wire.Aspects>({
  total: count,
  videos: count.description('How many of them are videos.'),
  aspects: text
    .base64()
    .description(
      'One byte a photo, in the order of the list: width by height is 2 ** ((byte - 128) / 32); 0: unknown.',
    ),
});

export const duplicates = answer<wire.DuplicateGroups>({
  total_groups: count.description(
    'Of the whole library, however few are listed; archived photos count, hidden ones do not.',
  ),
  redundant_bytes: count.description('That all groups of the library take beyond one photo each.'),
  groups: list(
    answer({
      sha1: sha1.description('Of the content that all photos of the group have; null where they only look alike.'),
      count,
      bytes: count.description('Of one copy; where photos only look alike, of all but the largest.'),
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
  results: list(scored('Cosine, −1 to 1.')),
  total: count.description('How many are similar, up to 500.'),
  copies: photoItems.description('With the very same content.'),
});

export const photoTags = answer<wire.PhotoTags>({ tags: list(word) });
export const tags = answer<wire.Tags>({ tags: list(answer({ name: word, count })) });

export const album = answer<wire.Album>({
  uid: word,
  name: text,
  photo_count: count,
  start_ts: nullable(epochSeconds),
  end_ts: nullable(epochSeconds),
  first_day: nullable(word.description('By the clock where the oldest photo was taken: 2024-06-13.')),
  last_day: nullable(word.description('By the clock where the newest photo was taken.')),
  cover_url: nullable(word),
  source: oneOf('own', 'store').description(
    'own: made here. store: made in the photo store, where alone it is changed.',
  ),
  notes: text,
  smart: boolean.description('It finds its photos by a rule.'),
  rule: nullable(photoRule).description('For the role write and above; null where photos are chosen one by one.'),
  order: oneOf('date', 'hand').description('How its photos are ordered: newest first, or as people put them.'),
  off_timeline: boolean.description('Its photos are left out of the timeline.'),
});

export const changedAlbum = answer<wire.ChangedAlbum>({
  album,
  added: count,
  removed: count,
  passed_over: count.description('Photos that are gone, or that the caller may not see.'),
});

export const albums = answer<wire.Albums>({ albums: list(album), total: count });
export const albumPhotos = answer<wire.AlbumPhotos>({ album, photos: photoItems, total: count });

export const places = answer<wire.Places>({
  places: list(answer({ place: word, city: text, count })),
  total: count.description('How many there are, however few are listed.'),
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
  towns: list(town).description('In the tile, the most important first.'),
  nearest: list(town).description('Those nearest to the middle of the tile, wherever they are, the nearest first.'),
});

export const namedTowns = answer<wire.NamedTowns>({ towns: list(town) });
