// Share links: for their makers and admins, and for guests.

import type { PhotoItem } from './photos.ts';

export interface Sharing {
  enabled: boolean;
}

export interface Share {
  id: number;
  name: string | null;
  /** Username of its maker. */
  maker: string;
  own: boolean;
  /** Uid; null for a list of photos. */
  album: string | null;
  /** Null for a list of photos, and for an album that is gone. */
  album_name: string | null;
  /** Photos that visitors see now. */
  count: number;
  download: boolean;
  details: boolean;
  include_archived: boolean;
  has_password: boolean;
  expires_at: number | null;
  created_at: number;
  views: number;
  downloads: number;
  last_seen_at: number | null;
  /** `paused`: its maker may not share at present. */
  state: 'open' | 'expired' | 'paused';
}

export interface Shares {
  shares: Share[];
  enabled: boolean;
}

export interface NewShare extends Share {
  /** A path at the server's own address. It is told this once. */
  url: string;
}

/** Facts of a share; empty but for `needs_password` until the password is given. */
export interface SharedFacts {
  name: string | null;
  count: number;
  download: boolean;
  details: boolean;
  /** Whether videos are played. */
  videos: boolean;
  /** Whether they are played from their files, which tell date and place; else they are converted. */
  video_files: boolean;
  expires_at: number | null;
  needs_password: boolean;
}

export interface SharedPhoto extends Pick<PhotoItem, 'width' | 'height' | 'thumbhash' | 'kind' | 'duration'> {
  /** Made for this share: it says nothing of the photo. */
  uid: string;
  thumb_url: string | null;
  /** Only with details. */
  taken_at_local?: string;
  place?: string | null;
}

export interface SharedPhotos {
  photos: SharedPhoto[];
  total: number;
}
