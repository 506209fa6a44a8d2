import type { NamedThing, WrittenLine } from './found-in-photo.ts';
import type { PhotoFault } from './photo-fault.ts';

/** What a photo is to a viewer. */
export const photoKinds = ['image', 'video', 'live', 'raw'] as const;
export type PhotoKind = (typeof photoKinds)[number];

export type PhotoState = 'pending' | 'indexed' | 'failed';

/** A photo as lists show it, to one user. Times are epoch seconds UTC, sizes px of the upright picture. */
export interface PhotoSummary {
  readonly id: number;
  readonly uid: string;
  readonly kind: PhotoKind;
  readonly takenAt: number;
  /** Wall clock at the place of capture, ISO 8601 without zone. */
  readonly takenAtLocal: string;
  /** Seconds, of a video; null when unknown. */
  readonly duration: number | null;
  /** The label: `Lisbon, Portugal`. */
  readonly place: string | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Base64. */
  readonly thumbhash: string | null;
  /** 0: no thumbnail. */
  readonly thumbRevision: number;
  readonly fault: PhotoFault | null;
  /** The file's, of photos that stand in lists by their name, since their picture does not tell enough; else null. */
  readonly fileName: string | null;
  readonly archived: boolean;
  readonly hidden: boolean;
  readonly favorite: boolean;
  readonly tags: readonly string[];
}

export interface AlbumRef {
  readonly uid: string;
  readonly name: string;
}

export interface PersonRef {
  readonly id: number;
  readonly name: string | null;
}

/** All that the index knows of one photo, to one user. */
export interface PhotoDetail extends PhotoSummary {
  readonly name: string;
  readonly caption: string | null;
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
  readonly sha1: Buffer | null;
  readonly camera: string | null;
  readonly lens: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly city: string | null;
  readonly country: string | null;
  readonly albums: readonly AlbumRef[];
  readonly people: readonly PersonRef[];
  /** Tags by a model, the surest first. `tags` are those that people gave. */
  readonly autoTags: readonly string[];
  readonly state: PhotoState;
}

/** A photo with what models say of it, in words. */
export interface DescribedPhoto extends PhotoDetail {
  /** What it surely shows, the surest first. */
  readonly things: readonly NamedThing[];
  /** What is surely written in it, in reading order. */
  readonly written: readonly WrittenLine[];
}

/** The photo whose thumbnail stands for an album or a marker. */
export interface Cover {
  readonly id: number;
  readonly uid: string;
  readonly thumbRevision: number;
}

/** An album, with facts of its visible photos. */
export interface AlbumSummary {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly photoCount: number;
  /** Capture times of the oldest and the newest photo; null when the album is empty. */
  readonly start: number | null;
  readonly end: number | null;
  /** Their days by the clock where they were taken: `2024-06-13`. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly cover: Cover | null;
}

/** A face found in a photo. */
export interface FaceRow {
  readonly id: number;
  readonly photoUid: string;
  readonly personId: number | null;
  readonly personName: string | null;
  /** Fractions of the upright photo. */
  readonly box: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly score: number;
  readonly assignedBy: 'auto' | 'user' | 'propagated';
  /** The number of its crop file; 0: there is none. */
  readonly crop: number;
}

/** Name and size of a photo's file. */
export interface FileName {
  readonly id: number;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}
