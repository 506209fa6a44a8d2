import type { Db } from '../db/open.ts';

/**
 * SQLite's write-ahead log, the file beside the index with the latest writes. It also has older versions of pages: deleted
 * rows can be read there until they are overwritten.
 */
export class WriteAheadLog {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Moves the writes to the index, and empties the log.
   * @returns false while another connection, such as a backup's, reads an older moment of the index: try again later
   */
  empty(): boolean {
    const patience = this.#db.pragma('busy_timeout', { simple: true }) as number;
    // A wait here would hold up all requests.
    this.#db.pragma('busy_timeout = 0');
    try {
      return this.#db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
    } finally {
      this.#db.pragma(`busy_timeout = ${patience}`);
    }
  }
}
