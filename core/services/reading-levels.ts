import { bytesToday, dayIn } from '../domain/budget-day.ts';
import type { Level } from '../domain/level.ts';
import type { LevelCount, LevelCounts } from '../store/photos/level-counts.ts';
import type { SyncState } from '../store/sync-state.ts';

interface Dependencies {
  readonly counts: LevelCounts;
  readonly state: SyncState;
  /** Epoch seconds. */
  readonly clock: () => number;
  readonly timeZone: () => string;
  /** The bytes of originals to read per day; 0 for none. */
  readonly originalsBudget: number;
}

/** How much is known of the photos, if reading originals is costly. */
export interface LevelsReport {
  readonly photos: number;
  /** The number of photos of which at least a thumbnail, or at least the head of the file, has been read. */
  readonly thumbnails: number;
  readonly heads: number;
  /** The number of photos whose original has been read, of `decodable`: videos and RAW files are not decoded. */
  readonly originals: number;
  readonly decodable: number;
  /** The bytes of originals that are left to read, as far as the store has reported their sizes, without unreadable ones. */
  readonly bytesLeft: number;
  /** Bytes per day. */
  readonly budget: number;
  readonly bytesToday: number;
  /** Null if no originals are read. */
  readonly daysLeft: number | null;
}

/** The progress of reading originals of metered sources, for admins. */
export class ReadingLevels {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Null if reading originals is cheap: all photos are then read completely at once. */
  report(): LevelsReport | null {
    const { counts, state, clock, timeZone, originalsBudget: budget } = this.#with;
    if (state.get('originals') !== 'metered') return null;
    const rows = counts.read();
    const rowsAt = (...levels: readonly (Level | 'none')[]): LevelCount[] =>
      rows.filter(({ level }) => levels.includes(level));
    const pictures = rows.filter(({ decoded }) => decoded === 1);
    const bytesLeft = Math.max(0, sum(pictures, 'bytes') - sum(rowsAt('original'), 'bytes') - counts.hopelessBytes());
    return {
      photos: sum(rows, 'photos'),
      thumbnails: sum(rowsAt('thumbnail', 'head', 'original'), 'photos'),
      heads: sum(rowsAt('head', 'original'), 'photos'),
      originals: sum(rowsAt('original'), 'photos'),
      decodable: sum(pictures, 'photos'),
      bytesLeft,
      budget,
      bytesToday: bytesToday(state.get('originals_read'), dayIn(timeZone(), clock())),
      daysLeft: budget > 0 ? Math.ceil(bytesLeft / budget) : null,
    };
  }
}

const sum = (rows: readonly LevelCount[], column: 'photos' | 'bytes'): number =>
  rows.reduce((total, row) => total + row[column], 0);
