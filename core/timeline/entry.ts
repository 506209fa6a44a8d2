import type { PhotoKind } from '../domain/photo-kind.ts';

/** Bits of `flags`. A photo that is gone keeps its place until the next merge, and no list shows it. */
export const ARCHIVED = 1;
export const HIDDEN = 2;
export const GONE = 4;
/** It has a thumbnail, and of the whole picture: it may stand for others. */
export const COVERS = 8;
/** Something is wrong with the photo. */
export const FAULTY = 0x80;
/** Kinds of photos, in the bits between. */
export const KIND_MASK = 0x70;
export const kindBits: Readonly<Record<PhotoKind, number>> = { image: 0x00, video: 0x10, live: 0x20, raw: 0x30 };

/** One photo in the timeline. */
export interface TimelineEntry {
  readonly id: number;
  /** Epoch seconds. */
  readonly takenAt: number;
  readonly flags: number;
  /** Id of the place; 0 for none. */
  readonly place: number;
  /** Month number and month-day of the local date; see local-date.ts. */
  readonly month: number;
  readonly monthDay: number;
  /** Degrees; NaN when unknown. */
  readonly lat: number;
  readonly lng: number;
  /** Id of the folder; 0 for none. */
  readonly folder: number;
  /** See cameras.ts; 0 for none. */
  readonly camera: number;
  /** See aspect.ts. */
  readonly aspect: number;
  /** Twice the id of its stack, and one more when people chose it to stand for that; 0 for none. */
  readonly stack: number;
}
