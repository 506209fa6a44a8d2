import type { CloserLevel, Level } from '../../domain/level.ts';
import type { PhotoFault } from '../../domain/photo-fault.ts';
import type { PhotoKind } from '../../domain/photo-kind.ts';

/**
 * The description from the source and from the photo's own metadata. It may change without new content, for example by a
 * rename.
 */
export interface PhotoDescription {
  readonly kind: PhotoKind;
  readonly name: string;
  readonly takenAt: number;
  readonly takenAtLocal: string;
  /** Seconds; null if unknown, and for pictures. */
  readonly duration: number | null;
  readonly camera: string | null;
  readonly lens: string | null;
  readonly caption: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly placeId: number | null;
  /** The modification time of the file in epoch seconds; null if the source does not know it. */
  readonly modifiedAt: number | null;
}

/** The complete result of indexing one content. */
export interface IndexedPhoto extends PhotoDescription {
  readonly rev: string;
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
  readonly sha1: Uint8Array | null;
  /** The size of the upright picture in px; null if unknown. */
  readonly width: number | null;
  readonly height: number | null;
  /** Null if the photo has no thumbnail. */
  readonly thumbhash: Uint8Array | null;
  readonly hasThumbnail: boolean;
  readonly fault: PhotoFault | null;
  /** The part that was read, and the part to read next. */
  readonly examined: Level;
  readonly awaits: CloserLevel | null;
  /** JSON. */
  readonly exif: string;
}
