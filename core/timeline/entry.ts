import type { PhotoKind } from '../domain/photo-kind.ts';

/** Bits of `flags`. A photo with GONE keeps its position until the next merge, and is in no list. */
export const ARCHIVED = 1;
export const HIDDEN = 2;
export const GONE = 4;
/** The photo has a thumbnail of the whole picture, so it can be a cover. */
export const COVERS = 8;
/** The photo has a fault. */
export const FAULTY = 0x80;
/** Kinds of photos, in the remaining bits. */
export const KIND_MASK = 0x70;
export const kindBits: Readonly<Record<PhotoKind, number>> = { image: 0x00, video: 0x10, live: 0x20, raw: 0x30 };

/** One photo in the timeline. */
export interface TimelineEntry {
  readonly id: number;
  /** Epoch seconds. */
  readonly takenAt: number;
  readonly flags: number;
  /** The id of the place; 0 if there is none. */
  readonly place: number;
  /** Month number and month-day of the local date; see local-date.ts. */
  readonly month: number;
  readonly monthDay: number;
  /** Degrees; NaN if unknown. */
  readonly lat: number;
  readonly lng: number;
  /** The id of the folder; 0 if there is none. */
  readonly folder: number;
  /** See cameras.ts; 0 if there is none. */
  readonly camera: number;
  /** See aspect.ts. */
  readonly aspect: number;
  /** Twice the id of its stack, plus one if a user chose the photo as the cover; 0 without a stack. */
  readonly stack: number;
}
