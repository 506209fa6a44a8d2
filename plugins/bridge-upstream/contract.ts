/**
 * The bridge contract, version 1, as JSON over HTTP: requests of the client, answers of any bridge. Times are epoch
 * seconds. Readers must accept unknown fields: version 1 may grow, and never shrinks.
 */

export const contractVersion = 1;

/** Carried by every answer of a bridge. */
export const contractHeader = 'x-bridge-contract';

/** 40 hexadecimal digits, on `/full`, when the bridge knows them. */
export const sha1Header = 'x-content-sha1';

export const uidPattern = /^[A-Za-z0-9._~=-]{1,256}$/;

/** The most items of one page, and the most uids of one `POST /nodes`. */
export const largestPage = 1000;
export const mostNodes = 100;

export const thumbnailSizes = [512, 1920] as const;
export type ThumbnailSize = (typeof thumbnailSizes)[number];

export type PhotoKind = 'image' | 'video' | 'live' | 'raw';

/** Each error code and the status that it comes with. */
export const errorStatus = {
  bad_request: 400,
  bridge_auth: 401,
  /** Authoritative only while health is good. */
  not_found: 404,
  /** The photo exists, but not a small picture of it: make one from the whole photo. */
  no_thumbnail: 404,
  read_only: 405,
  cursor_expired: 410,
  bad_range: 416,
  rate_limited: 429,
  upstream_error: 502,
  integrity_error: 502,
  not_logged_in: 503,
  upstream_unreachable: 503,
  upstream_timeout: 504,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export interface ErrorAnswer {
  readonly code: ErrorCode;
  /** One sentence for the person who runs the bridge; no secrets, no paths of the host. */
  readonly detail: string;
  readonly retryable: boolean;
}

/** Why the store is not usable, for programs; `detail` is the same for people. */
export type HealthReason =
  'unreachable' | 'not_mounted' | 'canary_missing' | 'wrong_key' | 'mass_disappearance' | 'unsupported' | 'logged_out';

export interface HealthAnswer {
  readonly contract: number;
  readonly bridge: { readonly name: string; readonly version: string };
  /** Identifies the store and the uids in it: another value means that every uid is another. */
  readonly storeId: string;
  readonly reachable: boolean;
  readonly loggedIn: boolean;
  readonly reason?: HealthReason;
  /** One sentence for people when something is wrong, with what to do; also when the bridge can work all the same. */
  readonly detail?: string;
  readonly state: 'starting' | 'scanning' | 'ready';
  readonly counts: { readonly photos: number; readonly albums: number; readonly failed: number };
  readonly lastScanAt: number | null;
  readonly capabilities: {
    readonly thumbnails: readonly ThumbnailSize[];
    /** Whether a part of an original costs less than all of it; ranges may be answered although it does not. */
    readonly range: boolean;
    readonly sha1: 'claimed' | 'computed' | 'lazy';
    readonly albums: boolean;
    readonly tags: boolean;
    readonly related: boolean;
    /** Cost of reading originals; `cheap` by default. */
    readonly originals?: 'cheap' | 'metered';
  };
}

export interface TimelineItem {
  readonly uid: string;
  readonly captureTime: number;
  readonly tags: readonly string[];
  /** Changes if and only if the bytes change. */
  readonly rev: string;
}

/** `captureTime` descending, `uid` ascending (by code unit); main photos only. */
export interface TimelineAnswer {
  readonly items: readonly TimelineItem[];
  readonly next: string | null;
  /** Taken before the first page: nothing that changes while the pages are read is missed from there. */
  readonly changesCursor: string;
}

export interface ChangeEvent {
  readonly type: 'upsert' | 'delete';
  readonly kind: 'photo' | 'album';
  readonly uid: string;
  /** Revision of an upserted photo. */
  readonly rev?: string;
}

export interface ChangesAnswer {
  readonly events: readonly ChangeEvent[];
  readonly next: string;
  readonly more: boolean;
}

export interface Node {
  readonly uid: string;
  readonly kind: PhotoKind;
  readonly name: string;
  /** Inside the store, with slashes. */
  readonly path?: string;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
  readonly sha1: string | null;
  readonly sha1Source: 'claimed' | 'verified' | 'computed' | null;
  readonly captureTime: number;
  readonly captureTimeSource: 'upstream' | 'exif' | 'name' | 'mtime';
  /** Minutes east of UTC. */
  readonly utcOffset: number | null;
  readonly modifiedTime: number;
  readonly createdTime: number | null;
  /** Lies in the store's trash: then neither the timeline nor an album lists it. */
  readonly trashed: boolean;
  readonly rev: string;
  /** The photo that this one hangs on: the still of a live photo's motion part. */
  readonly mainUid: string | null;
  readonly relatedUids: readonly string[];
  readonly tags: readonly string[];
  /** People in the photo according to the store; boxes in fractions of the upright photo. */
  readonly people?: readonly {
    readonly name: string;
    readonly box?: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  }[];
  /** Whether the photo is a favourite in the store. */
  readonly favourite?: boolean;
  /** The motion part of a live photo, which `/photos/{uid}/motion` answers. `size` in bytes. */
  readonly motion?: { readonly mediaType: string; readonly size: number | null } | null;
  readonly albums: readonly { readonly uid: string; readonly addedTime: number | null }[];
  readonly location: { readonly lat: number; readonly lng: number } | null;
  readonly camera: { readonly device: string; readonly orientation: number | null } | null;
  /** Pixels as shown, upright; seconds. */
  readonly media: { readonly width: number; readonly height: number; readonly duration: number | null } | null;
  readonly errors: readonly { readonly field: string; readonly message: string }[];
}

export interface NodesAnswer {
  readonly nodes: readonly Node[];
  /** The requested uids that the store does not have. */
  readonly missing: readonly string[];
}

export interface Album {
  readonly uid: string;
  readonly name: string;
  readonly photoCount: number;
  readonly coverUid: string | null;
  readonly lastActivityTime: number | null;
}

export interface AlbumsAnswer {
  readonly albums: readonly Album[];
  readonly next: string | null;
}

export interface AlbumPhotosAnswer {
  readonly items: readonly { readonly uid: string; readonly captureTime: number; readonly addedTime: number | null }[];
  readonly next: string | null;
}
