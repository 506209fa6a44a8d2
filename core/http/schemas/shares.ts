import { answer, extended, fields, list, nullable, oneOf, optional, type Value } from './answer.ts';
import { uid } from './input.ts';
import { boolean, count, epochSeconds, integer, number, text, word } from './parts.ts';
import { kind } from './photos.ts';

/** Share links. */

export const sharing = answer({ enabled: boolean });
export type Sharing = Value<typeof sharing>;

export const share = answer({
  id: integer,
  name: nullable(word),
  maker: text.description('Username.'),
  own: boolean,
  album: nullable(word).description('The uid of the album; null for a list of photos.'),
  album_name: nullable(text).description(
    'The name of the album; null for a list of photos, and if the album no longer exists.',
  ),
  count: count.description('The number of photos that visitors see now.'),
  download: boolean,
  details: boolean,
  include_archived: boolean,
  has_password: boolean,
  expires_at: nullable(epochSeconds),
  created_at: epochSeconds,
  views: count,
  downloads: count,
  last_seen_at: nullable(epochSeconds),
  state: oneOf('open', 'expired', 'paused').description('paused: the user who made it may not share at present.'),
});
export type Share = Value<typeof share>;

export const shares = answer({ shares: list(share), enabled: boolean });
export type Shares = Value<typeof shares>;

export const newShare = extended(share, {
  url: word.description('The path of the link at the server’s own address; it is returned this once.'),
});
export type NewShare = Value<typeof newShare>;

export const sharedFacts = answer({
  name: nullable(word),
  count,
  download: boolean,
  details: boolean,
  videos: boolean.description('Whether visitors can play videos.'),
  video_files: boolean.description(
    'Whether videos are sent as their files, which contain date and place; otherwise they are converted.',
  ),
  expires_at: nullable(epochSeconds),
  needs_password: boolean.description('Whether a password is needed first; the other fields then hold no facts.'),
});
export type SharedFacts = Value<typeof sharedFacts>;

const sharedPhoto = answer({
  uid: word.description('An id that is valid in this share only.'),
  thumb_url: nullable(word),
  width: nullable(count),
  height: nullable(count),
  thumbhash: nullable(word),
  kind,
  duration: nullable(number.min(0)),
  taken_at_local: optional(word.description('Only if the share shows details, like the place.')),
  place: optional(nullable(text)),
});
export type SharedPhoto = Value<typeof sharedPhoto>;

export const sharedPhotos = answer({ photos: list(sharedPhoto), total: count });
export type SharedPhotos = Value<typeof sharedPhotos>;

const choices = {
  name: nullable(text.max(200)).description('Shown to visitors; null or empty: none.'),
  expires_at: nullable(integer.max(9_999_999_999)).description('Null: the link works until it is revoked.'),
  password: nullable(word.max(1024)).description('Null: none.'),
  download: boolean.description('Visitors may save the originals, which contain date and place.'),
  details: boolean.description('Visitors see dates and places.'),
  include_archived: boolean.description('Archived photos are shown; true by default.'),
};

/** @param maxPhotos the maximum number of photos in a list */
export const newSharePayload = (maxPhotos: number) =>
  fields({
    photos: list(uid).min(1).max(maxPhotos).unique().description('The uids of the photos; either these or album.'),
    album: uid.description('The uid of an album; the link always shows the current photos of it.'),
    ...choices,
    expires_at: choices.expires_at.required(),
  }).xor('photos', 'album');

export const shareChanges = fields(choices);
