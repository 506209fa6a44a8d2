import { dayOf, monthOf, yearOf } from '../domain/local-date.ts';
import type { TimelineColumns } from './columns.ts';
import { COVERS } from './entry.ts';
import { indexAt } from './index-at.ts';

/** Figures of an album's visible photos. */
export interface AlbumExtent {
  readonly count: number;
  /** Capture times of the oldest and the newest photo. */
  readonly start: number;
  readonly end: number;
  /** Their days, by the wall clock of the photos: `2024-06-13`. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** The id of the newest photo, if possible one with COVERS. */
  readonly cover: number;
}

/** The positions of visible photos in the timeline, by photo id. */
export class VisiblePositions {
  readonly #byId: Int32Array;

  /**
   * @param capacity the largest id in the timeline
   * @param positions the positions of the visible photos
   */
  constructor(columns: TimelineColumns, positions: Uint32Array, capacity: number) {
    this.#byId = new Int32Array(capacity + 1).fill(-1);
    for (const position of positions) this.#byId[columns.id[position]!] = position;
  }

  /**
   * Updates photos that became visible or invisible.
   * @param changed their positions
   * @param positions the current positions of the visible photos
   */
  change(columns: TimelineColumns, changed: Uint32Array, positions: Uint32Array): void {
    for (const position of changed) {
      this.#byId[columns.id[position]!] = positions[indexAt(positions, position)] === position ? position : -1;
    }
  }

  /** −1 for an invisible photo. */
  of(id: number): number {
    return this.#byId[id] ?? -1;
  }
}

/** The extent of one album; undefined if none of its photos is visible. */
export function albumExtent(
  columns: TimelineColumns,
  visible: VisiblePositions,
  members: Uint32Array,
): AlbumExtent | undefined {
  let count = 0;
  let newest = Infinity;
  let oldest = -1;
  let cover = Infinity;
  for (const id of members) {
    const position = visible.of(id);
    if (position < 0) continue;
    count++;
    if (position < newest) newest = position;
    if (position > oldest) oldest = position;
    if (position < cover && (columns.flags[position]! & COVERS) !== 0) cover = position;
  }
  if (count === 0) return undefined;
  return {
    count,
    start: columns.takenAt[oldest]!,
    end: columns.takenAt[newest]!,
    firstDay: dayAt(columns, oldest),
    lastDay: dayAt(columns, newest),
    cover: columns.id[cover === Infinity ? newest : cover]!,
  };
}

/** The extent of the photos at some positions, which are in timeline order. */
export function extentAt(columns: TimelineColumns, positions: Uint32Array): AlbumExtent | undefined {
  const [newest, oldest] = [positions[0], positions.at(-1)];
  if (newest === undefined || oldest === undefined) return undefined;
  const cover = positions.find((position) => (columns.flags[position]! & COVERS) !== 0) ?? newest;
  return {
    count: positions.length,
    start: columns.takenAt[oldest]!,
    end: columns.takenAt[newest]!,
    firstDay: dayAt(columns, oldest),
    lastDay: dayAt(columns, newest),
    cover: columns.id[cover]!,
  };
}

function dayAt({ month, monthDay }: TimelineColumns, position: number): string {
  const parts = [monthOf(month[position]!), dayOf(monthDay[position]!)].map((part) => String(part).padStart(2, '0'));
  return [String(yearOf(month[position]!)).padStart(4, '0'), ...parts].join('-');
}
