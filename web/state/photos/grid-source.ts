import type { Anchor, PhotoItem } from '../../../core/http/wire.ts';
import type { GridLabel, Labelling } from './grid-labels.ts';
import type { Position } from './locate.ts';
import type { PhotoFilter } from './photo-filter.ts';
import type { PhotoPagesOptions } from './photo-pages.ts';

/** The outline of a list of photos, which is known before its photos are loaded. */
export interface Outline {
  readonly months: readonly Anchor[];
  /** Aspect ratios, one byte per photo in the order of the list, in the server's encoding; may be shorter than the list. */
  readonly aspects: Uint8Array;
  /** How many of the photos are videos, if known. */
  readonly videos?: number;
}

/** A list of photos: the timeline, a filtered list, or search results. */
export interface GridSource {
  outline(stop: AbortSignal): Promise<Outline>;
  photos: PhotoPagesOptions['list'];
  /** The filter by which the server finds these photos; absent for lists that no filter describes. */
  readonly filter?: PhotoFilter;
  /** Takes over changed versions of photos, for lists that do not read them again. */
  replaceAll?(photos: readonly PhotoItem[]): void;
  /** The position of a photo, for lists that are not in order of time. */
  locate?(uid: string): Position;
  /** Which months and days have labels. */
  readonly labelling: Labelling;
  /** The titles of a group that is not a month: in full, then for narrower spaces. */
  readonly titlesOf?: (group: Pick<GridLabel, 'year'>) => readonly string[];
}
