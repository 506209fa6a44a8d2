// Photos and lists of them, albums, tags, places and searches.

import type { PhotoKind } from './photo-filter.ts';
import type { MotionFacts, VideoFacts } from './videos.ts';

export type PhotoState = 'pending' | 'indexed' | 'failed';

/**
 * `no_preview`: its kind can only be shown by a preview from its source, and there is none. `unread`: its source has no
 * preview, and its original is not read yet.
 */
export type PhotoFaultKind =
  'incomplete' | 'damaged' | 'empty' | 'unsupported' | 'too_large' | 'unreadable' | 'away' | 'no_preview' | 'unread';

/** The part of a photo that was read: the store's preview, the head of its file, or all of it. */
export type Level = 'thumbnail' | 'head' | 'original';

/** Why a photo has no picture, or an incomplete one. */
export interface PhotoFault {
  kind: PhotoFaultKind;
  /** The name of the file. */
  file: string;
}

export interface StackRef {
  id: number;
  /** The number of its photos that the caller may see: at least two, without archived ones. */
  count: number;
}

export interface PhotoItem {
  uid: string;
  /** Signed for the caller; null while there is no thumbnail. */
  thumb_url: string | null;
  favorited_by_me: boolean;
  tags: string[];
  archived: boolean;
  hidden: boolean;
  /** Whether the caller has hidden it for themselves as a single photo, not with an album or a person. */
  hidden_by_me: boolean;
  kind: PhotoKind;
  /** Epoch seconds UTC. */
  taken_at: number;
  /** The wall clock at the place of capture, ISO 8601 without zone. */
  taken_at_local: string;
  /** The size of the upright picture, in px. */
  width: number | null;
  height: number | null;
  /** Base64. */
  thumbhash: string | null;
  /** The length of a video in seconds; null if unknown. */
  duration: number | null;
  /** Such as `Lisbon, Portugal`. */
  place: string | null;
  /** Null without a fault. */
  fault: PhotoFault | null;
  /** Its stack; null if there is none, or if the caller may see no other photo of it. */
  stack: StackRef | null;
}

export interface AlbumRef {
  uid: string;
  name: string;
}

export interface PersonRef {
  id: number;
  name: string | null;
}

/** A rectangle in fractions of the upright photo. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface PhotoThing {
  /** In the vocabulary of the model. */
  label: string;
  /** Display names. */
  names: { en: string; de: string; fr: string };
  /** 0 to 1 */
  score: number;
  /** Null if it fills the photo, or if its position is unknown. */
  box: Box | null;
}

export interface Photo extends PhotoItem {
  name: string;
  caption: string | null;
  mime: string;
  size: number;
  sha1: string | null;
  camera: string | null;
  lens: string | null;
  lat: number | null;
  lng: number | null;
  city: string | null;
  country: string | null;
  albums: AlbumRef[];
  people: PersonRef[];
  /** The tags that only the store provides. */
  source_tags: string[];
  /** Names of people from the store; `people` are from faces recognized here. */
  source_people: string[];
  /** The number of faces found in it. */
  face_count: number;
  /** Tags by a model, highest confidence first; `tags` are set by users. */
  auto_tags: string[];
  /** Things detected with confidence, highest confidence first. */
  things: PhotoThing[];
  /** Text recognized with confidence, line by line. */
  written: { text: string; score: number; box: Box }[];
  state: PhotoState;
  /** The motion part of a live photo. */
  motion: MotionFacts | null;
  /** The part that was read; null if nothing was. */
  examined: Level | null;
  /** Null unless the photo is a video. */
  video: VideoFacts | null;
  /** The path of its folder in the photo store, empty for the root; only for callers who may see folders. */
  folder?: string;
  /** Degrees clockwise by which a user rotated it from its file's own orientation. */
  rotation: Rotation;
  /** The facts that users have edited. */
  edited: EditedFact[];
  /** The zone that a user set for its time: IANA name or `+02:00`; null if none is set. */
  zone: string | null;
  /** The facts from its file; null without edits. */
  original: PhotoOriginal | null;
}

export type Rotation = 0 | 90 | 180 | 270;

export type EditedFact = 'time' | 'place' | 'caption' | 'rotation';

/** Sizes are of the picture in its file's own orientation. */
export interface PhotoOriginal {
  taken_at: number;
  taken_at_local: string;
  lat: number | null;
  lng: number | null;
  place: string | null;
  caption: string | null;
  width: number | null;
  height: number | null;
}

export interface UndonePhotos {
  /** The number of restored photos. */
  photos: number;
}

export interface PhotoList {
  photos: PhotoItem[];
  total: number;
}

export interface Anchor {
  year: number;
  month: number;
  count: number;
  /** The position of the month's first photo in the list with the same filters. */
  offset: number;
  /** The value of `before` with which the list starts there. */
  before: number;
  /** The number of photos on each day, from the 1st to the last day with photos; the list starts with the last day. */
  days: number[];
}

export interface Anchors {
  anchors: Anchor[];
}

export interface SomePhotos {
  photos: PhotoItem[];
}

export interface Aspects {
  total: number;
  /** The number of videos. */
  videos: number;
  /** Base64 with one byte per photo: width by height is `2 ** ((byte - 128) / 32)`; 0 if unknown. */
  aspects: string;
}

export interface TripRef {
  id: number;
  /** The name that a user gave. */
  name: string | null;
}

/** Facts for the title of a memory, from which the client makes a text; all may be empty. */
export interface MemoryTitle {
  /** The trip that contains most of the photos. */
  trip: TripRef | null;
  city: string | null;
  /** In English. */
  countries: string[];
  /** The people who appear in most of the photos. */
  people: PersonRef[];
  /** A tag that all photos have. */
  tag: string | null;
}

export interface Memories {
  month: number;
  day: number;
  photos: PhotoItem[];
  groups: { year: number; years_ago: number; title: MemoryTitle; photos: PhotoItem[] }[];
}

/** `name` and `size` (in bytes) are of the file. */
export interface DuplicatePhoto extends PhotoItem {
  name: string;
  size: number;
  /** The file's folder in the photo store, empty for the root; only for callers who may see folders. */
  folder?: string;
}

export interface DuplicateGroups {
  /**
   * The number in the whole library, including groups that are not listed; with archived photos, with hidden ones only on
   * request.
   */
  total_groups: number;
  /** The size of all photos of all groups in the library, except for one photo of each. */
  redundant_bytes: number;
  groups: {
    /** SHA-1 of the shared content; null for photos that are only similar. */
    sha1: string | null;
    count: number;
    /** The size of one copy; for similar photos, of all but the largest, which deleting these would save. */
    bytes: number;
    photos: DuplicatePhoto[];
  }[];
}

export interface SimilarPhotos {
  /** Most similar first; `score` is a cosine, −1 to 1. */
  results: (PhotoItem & { score: number })[];
  /** The number of similar photos, up to 500. */
  total: number;
  /** Photos with identical content. */
  copies: PhotoItem[];
}

export interface PhotoMeta {
  photo: Photo;
  exif: Record<string, unknown>;
  upstream: { available: boolean; node: Record<string, unknown> | null; error?: string };
  albums: string[];
  people: PersonRef[];
  tags: string[];
}

export interface PhotoTags {
  tags: string[];
}

export interface Tags {
  tags: { name: string; count: number }[];
}

export interface Places {
  places: { place: string; city: string; count: number }[];
  /** The total number, even if fewer are listed. */
  total: number;
}

export interface MapMarkers {
  markers: { place: string; city: string; count: number; lat: number; lng: number; thumb_url: string | null }[];
}

/** A town to label on a map. */
export interface Town {
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  lat: number;
  lng: number;
  /** 0 if unknown. */
  population: number;
  kind: 'capital' | 'town' | 'quarter';
}

export interface Towns {
  /** The towns in the tile, most important first. */
  towns: Town[];
  /** The towns nearest to the middle of the tile, even outside of it, nearest first. */
  nearest: Town[];
}

export interface NamedTowns {
  towns: Town[];
}
