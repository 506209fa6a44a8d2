import type { Db } from '../db/open.ts';

/**
 * SQLite's write-ahead log, the file next to the index that contains the latest writes. It also contains older versions of
 * pages: deleted rows can be read there until they are overwritten.
 */
export class WriteAheadLog {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Moves the writes to the index, and empties the log.
   * @returns false while another connection, for example of a backup, reads an older state of the index; the caller must
   * then try again later
   */
  empty(): boolean {
    const patience = this.#db.pragma('busy_timeout', { simple: true }) as number;
    // Waiting here would block all requests.
    this.#db.pragma('busy_timeout = 0');
    try {
      return this.#db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
    } finally {
      this.#db.pragma(`busy_timeout = ${patience}`);
    }
  }
}
