import type { Db, Statement } from '../../db/open.ts';
import { cachedUntilWrite } from '../../db/write-stamp.ts';

/**
 * Albums, of the store or made here, whose photos the timeline leaves out. Stored by uid, so that the choice survives a
 * sync.
 */
export class OffTimeline {
  readonly #all: () => readonly string[];
  readonly #add: Statement<[string]>;
  readonly #remove: Statement<[string]>;

  constructor(db: Db) {
    const all = db.prepare<[], string>('SELECT album_uid FROM albums_off_timeline ORDER BY album_uid').pluck();
    this.#all = cachedUntilWrite(db, () => all.all());
    this.#add = db.prepare('INSERT OR IGNORE INTO albums_off_timeline (album_uid) VALUES (?)');
    this.#remove = db.prepare('DELETE FROM albums_off_timeline WHERE album_uid = ?');
  }

  /** The uids of the albums, including albums that do not exist now. */
  all(): readonly string[] {
    return this.#all();
  }

  set(albumUid: string, isOff: boolean): void {
    (isOff ? this.#add : this.#remove).run(albumUid);
  }
}
