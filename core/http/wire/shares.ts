// Share links: for their makers and admins, and for guests.

import type { PhotoItem } from './photos.ts';

export interface Sharing {
  enabled: boolean;
}

export interface Share {
  id: number;
  name: string | null;
  /** The username of its maker. */
  maker: string;
  own: boolean;
  /** The uid of the album; null for a list of photos. */
  album: string | null;
  /** Null for a list of photos, and for an album that no longer exists. */
  album_name: string | null;
  /** The number of photos that visitors see now. */
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
  /** `paused`: its maker may currently not share. */
  state: 'open' | 'expired' | 'paused';
}

export interface Shares {
  shares: Share[];
  enabled: boolean;
}

export interface NewShare extends Share {
  /** A path on this server. Only returned here. */
  url: string;
}

/** The facts of a share; all but `needs_password` are empty until the password is entered. */
export interface SharedFacts {
  name: string | null;
  count: number;
  download: boolean;
  details: boolean;
  /** Whether visitors can play videos. */
  videos: boolean;
  /** Whether videos are played from their files, which contain date and place; otherwise they are converted. */
  video_files: boolean;
  expires_at: number | null;
  needs_password: boolean;
}

export interface SharedPhoto extends Pick<PhotoItem, 'width' | 'height' | 'thumbhash' | 'kind' | 'duration'> {
  /** Generated for this share, so that it reveals nothing about the photo. */
  uid: string;
  thumb_url: string | null;
  /** Only if the share shows details. */
  taken_at_local?: string;
  place?: string | null;
}

export interface SharedPhotos {
  photos: SharedPhoto[];
  total: number;
}
