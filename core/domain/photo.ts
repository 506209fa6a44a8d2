import type { Level } from './level.ts';
import type { NamedThing, WrittenLine } from './photo-findings.ts';
import type { DecidableFacts, PhotoDecision } from './photo-edit.ts';
import type { PhotoKind } from './photo-kind.ts';
import type { PhotoFault } from './photo-fault.ts';
import type { Turn } from './turn.ts';
import type { VideoFacts } from './video-facts.ts';

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
  /** The user has hidden it from themself, as this photo and not with an album or a person. */
  readonly hiddenByMe: boolean;
  readonly tags: readonly string[];
  /** The stack that it is in for the user; null for none. */
  readonly stack: StackRef | null;
}

/** A stack as its photos show it. */
export interface StackRef {
  readonly id: number;
  /** Photos of it that the user sees: two at least. */
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

/** All that the index knows about one photo, for one user. */
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
  /** Tags by a model, the surest first. `tags` are those by people. */
  readonly autoTags: readonly string[];
  readonly state: PhotoState;
  /** The motion part of a live photo; `size` in bytes. */
  readonly motion: { readonly mediaType: string; readonly size: number | null } | null;
  /** How much of it was read; null for nothing yet. */
  readonly examined: Level | null;
  /** Null if it is no video. */
  readonly video: VideoFacts | null;
  /** Degrees clockwise by which people turned it. */
  readonly turned: Turn;
  /** Null while people decided nothing about it. */
  readonly edits: PhotoEditsRow | null;
}

/** Decisions about a photo, and the facts of its file. Sizes are px of the upright picture of the file. */
export interface PhotoEditsRow {
  readonly editedAt: number;
  readonly decision: Omit<PhotoDecision, 'placeId'>;
  readonly file: Omit<DecidableFacts, 'placeId'> & {
    readonly place: string | null;
    readonly width: number | null;
    readonly height: number | null;
  };
}

/** A photo with the findings of models, in words. */
export interface DescribedPhoto extends PhotoDetail, PhotoSummary {
  /** Things that it surely shows, the surest first. */
  readonly things: readonly NamedThing[];
  /** Text that it surely shows, in reading order. */
  readonly written: readonly WrittenLine[];
  /** Whether it is a video that can be made one that all browsers play. */
  readonly convertible: boolean;
  /** The path of its folder in the store, empty at the top; absent where it is not known, or not for the viewer. */
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
  /** The number of its crop file; 0: there is none. */
  readonly crop: number;
  /** The name according to the photo store, if no person with a name has the face; absent if it was not asked for. */
  readonly sourceName?: string | null;
}

/** Name and size of a photo's file. */
export interface FileName {
  readonly id: number;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

/** A photo's file with the folder in which it lies, where the viewer may know it. */
export interface PlacedFile extends FileName {
  readonly folder: string | undefined;
}
