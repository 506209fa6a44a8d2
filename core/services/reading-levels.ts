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
  /** Bytes of originals that are read in a day; 0 for none. */
  readonly originalsBudget: number;
}

/** How well the photos are known where originals cost. */
export interface LevelsReport {
  readonly photos: number;
  /** Photos that are known at least by a thumbnail, by their head. */
  readonly thumbnails: number;
  readonly heads: number;
  /** Photos that are known by their original, of `decodable`: videos and RAW files are not decoded. */
  readonly originals: number;
  readonly decodable: number;
  /** Bytes of originals, as far as the store has announced their sizes, without unreadable ones. */
  readonly bytesLeft: number;
  /** Bytes a day. */
  readonly budget: number;
  readonly bytesToday: number;
  /** Null where no originals are read. */
  readonly daysLeft: number | null;
}

/** The progress of reading originals of metered sources, for admins. */
export class ReadingLevels {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** Null where originals are cheap: all photos are then read whole, at once. */
  report(): LevelsReport | null {
    const { counts, state, clock, timeZone, originalsBudget: budget } = this.#with;
    if (state.get('originals') !== 'metered') return null;
    const rows = counts.read();
    const at = (...levels: readonly (Level | 'none')[]): LevelCount[] =>
      rows.filter(({ level }) => levels.includes(level));
    const pictures = rows.filter(({ decoded }) => decoded === 1);
    const bytesLeft = Math.max(0, sum(pictures, 'bytes') - sum(at('original'), 'bytes') - counts.hopelessBytes());
    return {
      photos: sum(rows, 'photos'),
      thumbnails: sum(at('thumbnail', 'head', 'original'), 'photos'),
      heads: sum(at('head', 'original'), 'photos'),
      originals: sum(at('original'), 'photos'),
      decodable: sum(pictures, 'photos'),
      bytesLeft,
      budget,
      bytesToday: bytesToday(state.get('originals_read'), dayIn(timeZone(), clock())),
      daysLeft: budget > 0 ? Math.ceil(bytesLeft / budget) : null,
    };
  }
}

const sum = (rows: readonly LevelCount[], of: 'photos' | 'bytes'): number =>
  rows.reduce((total, row) => total + row[of], 0);
