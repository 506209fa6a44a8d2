// Photos and lists of them, albums, tags, places and searches.

export type PhotoKind = 'image' | 'video' | 'live' | 'raw';

export type PhotoState = 'pending' | 'indexed' | 'failed';

/** `no_preview`: its kind can only be shown by a picture that its source brings along, and there is none. */
export type PhotoFaultKind =
  'incomplete' | 'damaged' | 'empty' | 'unsupported' | 'too_large' | 'unreadable' | 'away' | 'no_preview';

/** Why there is no picture of a photo, or not all of it. */
export interface PhotoFault {
  kind: PhotoFaultKind;
  /** Name of the file. */
  file: string;
}

export interface PhotoItem {
  uid: string;
  /** Signed for the caller; null while there is no thumbnail. */
  thumb_url: string | null;
  favorited_by_me: boolean;
  tags: string[];
  archived: boolean;
  hidden: boolean;
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
  /** What people call it. */
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
  /** What a model says that the photo shows, the surest first; `tags` are people's own. */
  auto_tags: string[];
  /** What the photo surely shows, the surest first. */
  things: PhotoThing[];
  /** What is written in it and was read with confidence, line by line. */
  written: { text: string; score: number; box: Box }[];
  state: PhotoState;
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
  /** Base64, a byte a photo: width by height is `2 ** ((byte - 128) / 32)`; 0 when unknown. */
  aspects: string;
}

export interface Memories {
  month: number;
  day: number;
  photos: PhotoItem[];
  groups: { year: number; years_ago: number; photos: PhotoItem[] }[];
}

/** `name` and `size` (bytes) are the file's. */
export interface DuplicatePhoto extends PhotoItem {
  name: string;
  size: number;
}

export interface DuplicateGroups {
  /** Of the whole library, however few are listed; archived photos count, hidden ones do not. */
  total_groups: number;
  /** Bytes that all groups of the library take beyond one photo each. */
  redundant_bytes: number;
  groups: {
    /** Of the content that all photos of the group have; null where they only look alike. */
    sha1: string | null;
    count: number;
    /** Of one copy; where photos only look alike, of all but the largest: what keeping that one alone would save. */
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

export interface Album {
  uid: string;
  name: string;
  photo_count: number;
  start_ts: number | null;
  end_ts: number | null;
  /** Of the oldest and the newest photo, by the clock where it was taken: `2024-06-13`. */
  first_day: string | null;
  last_day: string | null;
  cover_url: string | null;
}

export interface Albums {
  albums: Album[];
}

export interface AlbumPhotos extends PhotoList {
  album: Album;
}

export interface Places {
  places: { place: string; city: string; count: number }[];
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
