import type { Db, Statement } from '../../db/open.ts';
import { untilWritten } from '../../db/write-stamp.ts';

/** Albums, of the store or of people here, whose photos the timeline leaves out. Known by uid: the choice outlives a sync. */
export class OffTimeline {
  readonly #all: () => readonly string[];
  readonly #add: Statement<[string]>;
  readonly #remove: Statement<[string]>;

  constructor(db: Db) {
    const all = db.prepare<[], string>('SELECT album_uid FROM albums_off_timeline ORDER BY album_uid').pluck();
    this.#all = untilWritten(db, () => all.all());
    this.#add = db.prepare('INSERT OR IGNORE INTO albums_off_timeline (album_uid) VALUES (?)');
    this.#remove = db.prepare('DELETE FROM albums_off_timeline WHERE album_uid = ?');
  }

  /** Their uids, whether there are such albums now or not. */
  all(): readonly string[] {
    return this.#all();
  }

  set(albumUid: string, off: boolean): void {
    (off ? this.#add : this.#remove).run(albumUid);
  }
}
