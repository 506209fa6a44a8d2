import type { Anchor } from '../../../core/http/wire.ts';
import type { GridLabel, Labelling } from './grid-labels.ts';
import type { Position } from './locate.ts';
import type { PhotoFilter } from './photo-filter.ts';
import type { PhotoPagesOptions } from './photo-pages.ts';

/** What a list of photos looks like before any of it is loaded. */
export interface Outline {
  readonly months: readonly Anchor[];
  /** A byte a photo, in the order of the list, as the server tells shapes; as far as it is known. */
  readonly aspects: Uint8Array;
  /** How many of the photos are videos, where that is known. */
  readonly videos?: number;
}

/** A list of photos: the timeline, what a filter leaves of it, what a search found. */
export interface GridSource {
  outline(stop: AbortSignal): Promise<Outline>;
  photos: PhotoPagesOptions['list'];
  /** By which the server finds these photos; absent where they are a list of their own. */
  readonly filter?: PhotoFilter;
  /** Where a photo stands, for lists that are not in the order of time. */
  locate?(uid: string): Position;
  /** Which of its months and days have labels above them. */
  readonly labelling: Labelling;
  /** How groups are called that are no months. */
  readonly titleOf?: (group: Pick<GridLabel, 'year'>) => string;
}
