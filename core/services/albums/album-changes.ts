import type { AlbumOrder } from '../../domain/album.ts';
import type { PhotoFilterBody, PhotoRule } from '../../domain/photo-rule.ts';

export interface AlbumChanges {
  readonly name?: string | undefined;
  readonly notes?: string | undefined;
  readonly rule?: PhotoRule | undefined;
  readonly order?: AlbumOrder | undefined;
  /** The uid of a photo; null selects the newest photo. */
  readonly cover?: string | null | undefined;
  readonly offTimeline?: boolean | undefined;
}

/** Uids of photos; photos to add may also be given as a filter. */
export interface PhotoChanges {
  readonly add?: readonly string[] | undefined;
  readonly addFilter?: PhotoFilterBody | undefined;
  readonly remove?: readonly string[] | undefined;
  /** Puts these photos into this order, one after the other. */
  readonly order?: readonly string[] | undefined;
  /** The uid of the photo before which they are placed; null places them at the end, undefined at the front. */
  readonly before?: string | null | undefined;
}

export interface ChangedPhotos {
  readonly added: number;
  readonly removed: number;
  /** The number of photos that do not exist, or that the viewer may not see. */
  readonly passedOver: number;
}
