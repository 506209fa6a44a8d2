import type { Db } from '../db/open.ts';

/**
 * The file beside the index that has the latest writes, and with them pages as they were: what was deleted since stands there
 * until it is overwritten.
 */
export class WriteAheadLog {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Moves what is in it to the index, and empties it.
   * @returns false when somebody reads an older moment of the index, as a backup does: then it can be tried again
   */
  empty(): boolean {
    const patience = this.#db.pragma('busy_timeout', { simple: true }) as number;
    // Who waits here holds up everybody.
    this.#db.pragma('busy_timeout = 0');
    try {
      return this.#db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
    } finally {
      this.#db.pragma(`busy_timeout = ${patience}`);
    }
  }
}
