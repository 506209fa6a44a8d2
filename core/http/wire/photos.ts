// Photos and lists of them, albums, tags, places and searches.

import type { PhotoKind } from './photo-filter.ts';
import type { MotionFacts, VideoFacts } from './videos.ts';

export type PhotoState = 'pending' | 'indexed' | 'failed';

/**
 * `no_preview`: its kind can only be shown by a picture that its source brings along, and there is none. `unread`: its source
 * shows no picture of it, and its original is still to be read.
 */
export type PhotoFaultKind =
  'incomplete' | 'damaged' | 'empty' | 'unsupported' | 'too_large' | 'unreadable' | 'away' | 'no_preview' | 'unread';

/** How much of a photo was read: the store's preview, the metadata in its file, or all of it. */
export type Level = 'thumbnail' | 'head' | 'original';

/** Why a photo has no picture, or an incomplete one. */
export interface PhotoFault {
  kind: PhotoFaultKind;
  /** Name of the file. */
  file: string;
}

export interface StackRef {
  id: number;
  /** Photos of it that the caller sees: two at least, without archived ones. */
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
  /** Hidden by the caller for themselves, as a single photo, not with an album or a person. */
  hidden_by_me: boolean;
  kind: PhotoKind;
  /** Epoch seconds UTC. */
  taken_at: number;
  /** Wall clock at the place of capture, ISO 8601 without zone. */
  taken_at_local: string;
  /** Of the upright picture. */
  width: number | null;
  height: number | null;
  /** Base64. */
  thumbhash: string | null;
  /** Seconds, of a video; null when unknown. */
  duration: number | null;
  /** `Lisbon, Portugal`. */
  place: string | null;
  /** Null where nothing is wrong. */
  fault: PhotoFault | null;
  /** Its stack; null for none, and when the caller sees no other photo of it. */
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
  /** Null where it fills the photo, or the model cannot tell. */
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
  /** The tags that come from the store alone. */
  source_tags: string[];
  /** Names of people from the store; `people` are those of faces here. */
  source_people: string[];
  /** How many faces were found in it. */
  face_count: number;
  /** Tags by a model, the surest first; `tags` are people's own. */
  auto_tags: string[];
  /** Things detected with confidence, the surest first. */
  things: PhotoThing[];
  /** Text recognized with confidence, line by line. */
  written: { text: string; score: number; box: Box }[];
  state: PhotoState;
  /** Motion part of a live photo. */
  motion: MotionFacts | null;
  /** Null while nothing of it was read. */
  examined: Level | null;
  /** Null unless the photo is a video. */
  video: VideoFacts | null;
  /** The path of its folder in the photo store, empty for the top; only for callers who may see folders. */
  folder?: string;
  /** Degrees clockwise by which people turned it from its file's own upright. */
  rotation: Rotation;
  /** Facts that people have edited. */
  edited: EditedFact[];
  /** The zone that people gave with its time: IANA name or `+02:00`; null where they gave none. */
  zone: string | null;
  /** The facts of its file; null without edits. */
  original: PhotoOriginal | null;
}

export type Rotation = 0 | 90 | 180 | 270;

export type EditedFact = 'time' | 'place' | 'caption' | 'rotation';

/** Sizes are of the picture as its file has it upright. */
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
  /** How many are as they were before. */
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
  /** The value of `before` that lists from there. */
  before: number;
  /** How many photos each day of the month has, from its first day to the last that has any; the list has the last first. */
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
  /** How many of them are videos. */
  videos: number;
  /** Base64, a byte a photo: width by height is `2 ** ((byte - 128) / 32)`; 0 when unknown. */
  aspects: string;
}

export interface TripRef {
  id: number;
  /** Name given by people. */
  name: string | null;
}

/** Facts for the title of a memory, which the client puts into words; all may be empty. */
export interface MemoryTitle {
  /** The trip that most of them are of. */
  trip: TripRef | null;
  city: string | null;
  /** In English. */
  countries: string[];
  /** The people on most of them. */
  people: PersonRef[];
  /** The common tag of its photos. */
  tag: string | null;
}

export interface Memories {
  month: number;
  day: number;
  photos: PhotoItem[];
  groups: { year: number; years_ago: number; title: MemoryTitle; photos: PhotoItem[] }[];
}

/** `name` and `size` (bytes) are the file's. */
export interface DuplicatePhoto extends PhotoItem {
  name: string;
  size: number;
  /** Folder of the file in the photo store, empty for the top; only for callers who may see folders. */
  folder?: string;
}

export interface DuplicateGroups {
  /** Of the whole library, including groups that are not listed; archived photos count, hidden ones do not. */
  total_groups: number;
  /** Bytes that all groups of the library take beyond one photo each. */
  redundant_bytes: number;
  groups: {
    /** SHA-1 of the shared content; null for photos that are only similar. */
    sha1: string | null;
    count: number;
    /** Size of one copy; for similar photos, the sum of all but the largest, which deleting the others would save. */
    bytes: number;
    photos: DuplicatePhoto[];
  }[];
}

export interface SimilarPhotos {
  /** The most similar first; `score` is a cosine, −1 to 1. */
  results: (PhotoItem & { score: number })[];
  /** How many are similar, up to 500. */
  total: number;
  /** Photos with the very same content. */
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
  /** How many there are, however few are listed. */
  total: number;
}

export interface MapMarkers {
  markers: { place: string; city: string; count: number; lat: number; lng: number; thumb_url: string | null }[];
}

/** To be named on a map. */
export interface Town {
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  lat: number;
  lng: number;
  /** 0 when unknown. */
  population: number;
  kind: 'capital' | 'town' | 'quarter';
}

export interface Towns {
  /** In the tile, the most important first. */
  towns: Town[];
  /** Those nearest to the middle of the tile, wherever they are, the nearest first. */
  nearest: Town[];
}

export interface NamedTowns {
  towns: Town[];
}
