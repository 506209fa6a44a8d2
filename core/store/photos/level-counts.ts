import type { Db, Statement } from '../../db/open.ts';
import type { Level } from '../../domain/level.ts';

/** How many photos are known at this level, and no better. */
export interface LevelCount {
  /** `none` of photos of which nothing was read yet. */
  readonly level: Level | 'none';
  /** 1: images and live photos, whose originals are decoded here. */
  readonly decoded: 0 | 1;
  readonly photos: number;
  /** The bytes of their originals. */
  readonly bytes: number;
}

/** How well the photos are known. Triggers count; a row is read for each level. */
export class LevelCounts {
  readonly #all: Statement<[], LevelCount>;
  readonly #hopeless: Statement<[], number>;

  constructor(db: Db) {
    this.#all = db.prepare('SELECT level, decoded, photos, bytes FROM level_counts');
    this.#hopeless = db
      .prepare<[], number>(
        `SELECT coalesce(sum(size), 0) FROM photos INDEXED BY photos_awaiting
         WHERE state = 'indexed' AND deleted_at IS NULL AND awaits = 'original'
           AND closer_retry_at > 0 AND closer_attempts >= 3`,
      )
      .pluck();
  }

  /** Bytes of originals that could not be read, time and again. */
  hopelessBytes(): number {
    return this.#hopeless.get() ?? 0;
  }

  read(): LevelCount[] {
    return this.#all.all();
  }
}
