import type { Level } from './level.ts';
import type { NamedThing, TextLine } from './photo-findings.ts';
import type { DecidableFacts, PhotoDecision } from './photo-edit.ts';
import type { PhotoKind } from './photo-kind.ts';
import type { PhotoFault } from './photo-fault.ts';
import type { Turn } from './turn.ts';
import type { VideoFacts } from './video-facts.ts';

export type PhotoState = 'pending' | 'indexed' | 'failed';

/** A photo in a list for one user. Times are epoch seconds UTC, sizes px of the upright picture. */
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
  /** 0 if there is no thumbnail. */
  readonly thumbRevision: number;
  readonly fault: PhotoFault | null;
  /** The file name of a photo that lists show by its name, since its picture is missing or not sufficient; else null. */
  readonly fileName: string | null;
  readonly archived: boolean;
  readonly hidden: boolean;
  readonly favorite: boolean;
  /** Whether the user has hidden this photo from themself, other than by hiding an album or a person. */
  readonly hiddenByMe: boolean;
  readonly tags: readonly string[];
  /** The stack that contains it for the user; null for none. */
  readonly stack: StackRef | null;
}

/** A stack, as its photos refer to it. */
export interface StackRef {
  readonly id: number;
  /** The number of its photos that the user sees, at least two. */
  readonly count: number;
}

export interface AlbumRef {
  readonly uid: string;
  readonly name: string;
}

export interface PersonRef {
  readonly id: number;
  readonly name: string | null;
}

/** Everything that the index knows about one photo, for one user. */
export interface PhotoDetail extends Omit<PhotoSummary, 'stack'> {
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
  /** Tags that the photo has only in its store. */
  readonly sourceTags: readonly string[];
  /** People in the photo according to its store. */
  readonly sourcePeople: readonly string[];
  readonly faceCount: number;
  /** Tags by a model, best first. `tags` are those by users. */
  readonly autoTags: readonly string[];
  readonly state: PhotoState;
  /** The motion part of a live photo; `size` in bytes. */
  readonly motion: { readonly mediaType: string; readonly size: number | null } | null;
  /** How much of it was read; null for nothing yet. */
  readonly examined: Level | null;
  /** Null if it is not a video. */
  readonly video: VideoFacts | null;
  /** Degrees clockwise by which users rotated it. */
  readonly turned: Turn;
  /** Null if users decided nothing about it. */
  readonly edits: PhotoEditsRow | null;
}

/** Decisions about a photo, and the facts of its file. Sizes are px of the file's upright picture. */
export interface PhotoEditsRow {
  readonly editedAt: number;
  readonly decision: Omit<PhotoDecision, 'placeId'>;
  readonly file: Omit<DecidableFacts, 'placeId'> & {
    readonly place: string | null;
    readonly width: number | null;
    readonly height: number | null;
  };
}

/** A photo with the findings of models as texts. */
export interface DescribedPhoto extends PhotoDetail, PhotoSummary {
  /** Things that it shows with sufficient confidence, best first. */
  readonly things: readonly NamedThing[];
  /** Text that it shows with sufficient confidence, in reading order. */
  readonly written: readonly TextLine[];
  /** Whether it is a video that can be converted for all browsers. */
  readonly convertible: boolean;
  /** The path of its folder in the store, empty at the top level; absent if it is unknown, or hidden from the viewer. */
  readonly folder?: string | undefined;
}

/** The photo whose thumbnail represents an album or a marker. */
export interface Cover {
  readonly id: number;
  readonly uid: string;
  readonly thumbRevision: number;
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
  /** The number of its crop file; 0 if there is none. */
  readonly crop: number;
  /** The name according to the photo store, if the face has no named person; absent if it was not requested. */
  readonly sourceName?: string | null;
}

/** Name and size of a photo's file. */
export interface FileName {
  readonly id: number;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** A photo's file with its folder, if the viewer may know it. */
export interface PlacedFile extends FileName {
  readonly folder: string | undefined;
}
