import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import type { Level } from '../../domain/level.ts';

/** The photos of which exactly this level was read. */
export interface LevelCount {
  /** `none`: nothing was read yet. */
  readonly level: Level | 'none';
  /** 1: images and live photos, whose originals are decoded here. */
  readonly decoded: 0 | 1;
  readonly photos: number;
  /** The size of their originals, in bytes. */
  readonly bytes: number;
}

/** The number of photos at each level, maintained by triggers. */
export class LevelCounts {
  readonly #all: Statement<[], LevelCount>;
  readonly #hopeless: Statement<[], number>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#all = db.prepare('SELECT level, decoded, photos, bytes FROM level_counts');
    this.#hopeless = plucked(`
      SELECT coalesce(sum(size), 0) FROM photos INDEXED BY photos_awaiting
      WHERE state = 'indexed' AND deleted_at IS NULL AND awaits = 'original'
        AND closer_retry_at > 0 AND closer_attempts >= 3`);
  }

  /** The size of the originals that repeatedly could not be read, in bytes. */
  hopelessBytes(): number {
    return this.#hopeless.get() ?? 0;
  }

  read(): LevelCount[] {
    return this.#all.all();
  }
}
