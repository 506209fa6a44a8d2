import type { PhotoRule } from './photo-rule.ts';
import type { Cover } from './photo.ts';

/** An album, with data about its visible photos. */
export interface AlbumSummary {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly photoCount: number;
  /** Capture times of the oldest and the newest photo; null if the album is empty. */
  readonly start: number | null;
  readonly end: number | null;
  /** The days of these photos in the local time of capture: `2024-06-13`. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly cover: Cover | null;
  /** Whether the cover was chosen; otherwise it is the newest photo. */
  readonly isCoverChosen: boolean;
  /** `own`: made in Photofinch; `store`: from the photo store. */
  readonly source: 'own' | 'store';
  readonly notes: string;
  /** The rule that finds the photos of the album; null if users chose them. */
  readonly rule: PhotoRule | null;
  readonly order: AlbumOrder;
  /** Whether the timeline leaves out its photos. */
  readonly offTimeline: boolean;
}

/** The order of an album's photos: newest first, or manual. */
export type AlbumOrder = 'date' | 'hand';
