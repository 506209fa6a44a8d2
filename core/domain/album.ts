import type { PhotoRule } from './photo-rule.ts';
import type { Cover } from './photo.ts';

/** An album, with facts of its visible photos. */
export interface AlbumSummary {
  readonly id: number;
  readonly uid: string;
  readonly name: string;
  readonly photoCount: number;
  /** Capture times of the oldest and the newest photo; null when the album is empty. */
  readonly start: number | null;
  readonly end: number | null;
  /** Their days by the clock where they were taken: `2024-06-13`. */
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly cover: Cover | null;
  /** Whether people made it here. */
  readonly source: 'own' | 'store';
  readonly notes: string;
  /** The rule that finds the photos of the album; null if people chose them. */
  readonly rule: PhotoRule | null;
  readonly order: AlbumOrder;
  /** Whether the timeline leaves its photos out. */
  readonly offTimeline: boolean;
}

/** How the photos of an album are ordered: newest first, or as people put them. */
export type AlbumOrder = 'date' | 'hand';
