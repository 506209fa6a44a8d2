import type { SqliteDatabase } from 'photofinch/plugin-api/toolkit';

/** The records of the albums that a transaction touches. */
interface TouchedAlbums {
  settle(now: number): void;
  abandon(): void;
}

/** Runs `write` in one transaction and adds the touched albums to the feed. `now`: epoch seconds. */
export function transactWithAlbums<T>(db: SqliteDatabase, albums: TouchedAlbums, now: number, write: () => T): T {
  try {
    return db
      .transaction(() => {
        const result = write();
        albums.settle(now);
        return result;
      })
      .immediate();
  } finally {
    albums.abandon();
  }
}
