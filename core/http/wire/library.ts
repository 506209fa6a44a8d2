// Tags, albums, places and the map.
import type { PhotoList } from './photos.ts';

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
