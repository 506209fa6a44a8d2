/**
 * The bridge contract, version 1: JSON over HTTP, with the requests of the client and the responses of any bridge. Times
 * are epoch seconds. Clients must accept unknown fields: version 1 may get new ones, and never loses any.
 */

export const contractVersion = 1;

/** A header of every response of a bridge. */
export const contractHeader = 'x-bridge-contract';

/** 40 hexadecimal digits, in responses of `/full`, if the bridge knows the sha1. */
export const sha1Header = 'x-content-sha1';

export const uidPattern = /^[A-Za-z0-9._~=-]{1,256}$/;

/** Maximum items of a page, and maximum uids of a `POST /nodes`. */
export const largestPage = 1000;
export const mostNodes = 100;

export const thumbnailSizes = [512, 1920] as const;
export type ThumbnailSize = (typeof thumbnailSizes)[number];

export type PhotoKind = 'image' | 'video' | 'live' | 'raw';

/** The error codes, each with its status. */
export const errorStatus = {
  bad_request: 400,
  bridge_auth: 401,
  /** Authoritative only while health is good. */
  not_found: 404,
  /** The photo exists, but has no thumbnail: the client can make one from the original. */
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

/** Why the store is not usable, for programs; `detail` says the same for people. */
export type HealthReason =
  'unreachable' | 'not_mounted' | 'canary_missing' | 'wrong_key' | 'mass_disappearance' | 'unsupported' | 'logged_out';

export interface HealthAnswer {
  readonly contract: number;
  readonly bridge: { readonly name: string; readonly version: string };
  /** Identifies the store and the uids in it: with another value, all uids are different. */
  readonly storeId: string;
  readonly reachable: boolean;
  readonly loggedIn: boolean;
  readonly reason?: HealthReason;
  /** One sentence for people about a problem, with a remedy; also present if the bridge works in spite of the problem. */
  readonly detail?: string;
  readonly state: 'starting' | 'scanning' | 'ready';
  readonly counts: { readonly photos: number; readonly albums: number; readonly failed: number };
  readonly lastScanAt: number | null;
  readonly capabilities: {
    readonly thumbnails: readonly ThumbnailSize[];
    /** Whether reading a part of an original costs less than reading all of it; ranges may be served in either case. */
    readonly range: boolean;
    readonly sha1: 'claimed' | 'computed' | 'lazy';
    readonly albums: boolean;
    readonly tags: boolean;
    readonly related: boolean;
    /** The cost of reading originals; default `cheap`. */
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

/** `captureTime` descending, `uid` ascending by code unit; without motion parts of live photos. */
export interface TimelineAnswer {
  readonly items: readonly TimelineItem[];
  readonly next: string | null;
  /** A cursor from before the first page, so that changes during the enumeration are not missed. */
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
  /** The path in the store, with slashes. */
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
  /** Whether it is in the store's trash; then it is in neither the timeline nor an album. */
  readonly trashed: boolean;
  readonly rev: string;
  /** For the motion part of a live photo: the uid of its still. */
  readonly mainUid: string | null;
  readonly relatedUids: readonly string[];
  readonly tags: readonly string[];
  /** The people in the photo according to the store; boxes in fractions of the upright photo. */
  readonly people?: readonly {
    readonly name: string;
    readonly box?: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  }[];
  /** Whether the photo is a favourite in the store. */
  readonly favourite?: boolean;
  /** The motion part of a live photo, which `/photos/{uid}/motion` returns. `size` in bytes. */
  readonly motion?: { readonly mediaType: string; readonly size: number | null } | null;
  readonly albums: readonly { readonly uid: string; readonly addedTime: number | null }[];
  readonly location: { readonly lat: number; readonly lng: number } | null;
  readonly camera: { readonly device: string; readonly orientation: number | null } | null;
  /** Width and height of the upright picture in pixels, and duration in seconds. */
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
