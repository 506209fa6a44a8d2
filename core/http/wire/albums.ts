// Albums, and lists of their photos.

import type { PhotoRule } from './photo-filter.ts';
import type { PhotoList } from './photos.ts';

export interface Album {
  uid: string;
  name: string;
  photo_count: number;
  start_ts: number | null;
  end_ts: number | null;
  /** The day of the oldest photo by the wall clock, `2024-06-13`; `last_day` is the day of the newest. */
  first_day: string | null;
  last_day: string | null;
  cover_url: string | null;
  /** `own`: made here; `store`: from the photo store, and only changed there. */
  source: 'own' | 'store';
  notes: string;
  /** Whether the album has a rule. */
  smart: boolean;
  /** Null for callers who may not change it, and for albums of chosen photos. */
  rule: PhotoRule | null;
  order: 'date' | 'hand';
  /** Whether its photos are left out of the timeline. */
  off_timeline: boolean;
}

export interface ChangedAlbum {
  album: Album;
  added: number;
  removed: number;
  /** The number of photos that do not exist, or that the caller may not see. */
  passed_over: number;
}

export interface UnmadeAlbum {
  /** False if the album has other photos. */
  deleted: boolean;
}

export interface Albums {
  albums: Album[];
  total: number;
}

export interface AlbumPhotos extends PhotoList {
  album: Album;
}
