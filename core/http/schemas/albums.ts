import { answer, list, nullable, oneOf, type Value } from './answer.ts';
import { boolean, count, epochSeconds, text, word } from './parts.ts';
import { photoRule } from './photo-filter.ts';
import { photoItems } from './photos.ts';

/** Schemas of albums in answers. */

export const album = answer({
  uid: word,
  name: text,
  photo_count: count,
  start_ts: nullable(epochSeconds),
  end_ts: nullable(epochSeconds),
  first_day: nullable(word.description('The local date of the oldest photo: 2024-06-13.')),
  last_day: nullable(word.description('The local date of the newest photo.')),
  cover_url: nullable(word),
  cover_chosen: boolean.description('Whether the cover was chosen; otherwise it is the newest photo.'),
  source: oneOf('own', 'store').description(
    'own: made in Photofinch. store: made in the photo store, and can only be changed there.',
  ),
  notes: text,
  smart: boolean.description('Whether it finds its photos by a rule.'),
  rule: nullable(photoRule).description('Only for the role write and above; null if photos are added one by one.'),
  order: oneOf('date', 'hand').description('The order of its photos: newest first, or the order that people chose.'),
  off_timeline: boolean.description('Whether its photos are left out of the timeline.'),
});
export type Album = Value<typeof album>;

export const changedAlbum = answer({
  album,
  added: count,
  removed: count,
  passed_over: count.description(
    'The number of photos that were skipped: they no longer exist, or the caller may not see them.',
  ),
});
export type ChangedAlbum = Value<typeof changedAlbum>;

export const unmadeAlbum = answer({
  deleted: boolean.description('False if the album has other photos.'),
});
export type UnmadeAlbum = Value<typeof unmadeAlbum>;

export const albums = answer({ albums: list(album), total: count });
export type Albums = Value<typeof albums>;

export const albumPhotos = answer({ album, photos: photoItems, total: count });
export type AlbumPhotos = Value<typeof albumPhotos>;
