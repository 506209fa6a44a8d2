import type { BoundingBox } from './map-clusters.ts';
import type { PhotoKind } from '../domain/photo.ts';

/** Which photos of the library a list, its months and its counts are about; all conditions must hold. */
export interface PhotoQuery {
  readonly archived: 'without' | 'with' | 'only';
  readonly hidden: 'without' | 'with' | 'only';
  readonly kind?: PhotoKind | undefined;
  /** What somebody calls a place: a label, a city, a country, or part of a label, in any case. */
  readonly place?: string | undefined;
  /** Part of the label of a place, in any case. */
  readonly placePart?: string | undefined;
  /** Photos that were taken in it. */
  readonly box?: BoundingBox | undefined;
  /** A tag's name, in any case. */
  readonly tag?: string | undefined;
  /** An album's uid. */
  readonly album?: string | undefined;
  /** A person's id. */
  readonly person?: number | undefined;
  /** Id of the user whose favourites are wanted. */
  readonly favoritesOf?: number | undefined;
}

/** The part of a list between two moments. */
export interface TimeWindow {
  /** Epoch seconds: photos taken before it; with `beforeUid` also those of that second whose uid comes later. */
  readonly before?: number | undefined;
  readonly beforeUid?: string | undefined;
  /** Epoch seconds: photos taken after it. */
  readonly after?: number | undefined;
}
