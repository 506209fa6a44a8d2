import type { CloserLevel, Level } from '../../domain/level.ts';
import type { PhotoFault } from '../../domain/photo-fault.ts';
import type { PhotoKind } from '../../domain/photo-kind.ts';

/** The description by the source and by the photo's own metadata. It may change without new content, as by a rename. */
export interface PhotoDescription {
  readonly kind: PhotoKind;
  readonly name: string;
  readonly takenAt: number;
  readonly takenAtLocal: string;
  /** Seconds; null when unknown, and of pictures. */
  readonly duration: number | null;
  readonly camera: string | null;
  readonly lens: string | null;
  readonly caption: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly placeId: number | null;
  /** When the file was last changed, in epoch seconds, as far as its source knows. */
  readonly modifiedAt: number | null;
}

/** All that indexing finds out about one content. */
export interface IndexedPhoto extends PhotoDescription {
  readonly rev: string;
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
  readonly sha1: Uint8Array | null;
  /** px of the upright picture; null when unknown. */
  readonly width: number | null;
  readonly height: number | null;
  /** Null when the photo has no thumbnail. */
  readonly thumbhash: Uint8Array | null;
  readonly hasThumbnail: boolean;
  readonly fault: PhotoFault | null;
  /** How much of it was read, and what is read next. */
  readonly examined: Level;
  readonly awaits: CloserLevel | null;
  /** JSON. */
  readonly exif: string;
}
