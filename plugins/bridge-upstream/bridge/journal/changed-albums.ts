import type { SqliteDatabase } from 'photofinch/plugin-api/toolkit';

/** Albums of a journal, with those that the current transaction has changed. */
export abstract class ChangedAlbums {
  /** Ids of albums. */
  protected readonly changed = new Set<number>();
  readonly #db: SqliteDatabase;

  constructor(db: SqliteDatabase) {
    this.#db = db;
  }

  /** Runs `write` in one transaction, and adds the changed albums to the feed, once each. @param now epoch seconds */
  transact<T>(now: number, write: () => T): T {
    try {
      return this.#db
        .transaction(() => {
          const result = write();
          for (const id of this.changed) this.tell(id, now);
          return result;
        })
        .immediate();
    } finally {
      this.changed.clear();
    }
  }

  /** Adds a changed album to the feed. */
  protected abstract tell(id: number, now: number): void;
}
