// Albums, and lists of their photos.

import type { PhotoRule } from './photo-filter.ts';
import type { PhotoList } from './photos.ts';

export interface Album {
  uid: string;
  name: string;
  photo_count: number;
  start_ts: number | null;
  end_ts: number | null;
  /** Day of the oldest photo by the wall clock at its place, `2024-06-13`; `last_day` of the newest. */
  first_day: string | null;
  last_day: string | null;
  cover_url: string | null;
  /** Made here, or in the photo store, where alone it is changed. */
  source: 'own' | 'store';
  notes: string;
  /** It finds its photos by a rule. */
  smart: boolean;
  /** Null for callers who may not change it, and for albums of chosen photos. */
  rule: PhotoRule | null;
  order: 'date' | 'hand';
  /** Its photos are left out of the timeline. */
  off_timeline: boolean;
}

export interface ChangedAlbum {
  album: Album;
  added: number;
  removed: number;
  /** Photos that are gone, or that the caller may not see. */
  passed_over: number;
}

export interface Albums {
  albums: Album[];
  total: number;
}

export interface AlbumPhotos extends PhotoList {
  album: Album;
}
