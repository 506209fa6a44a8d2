import type { SqliteDatabase } from 'photofinch/plugin-api/toolkit';

/** What keeps the albums that a transaction touches. */
interface TouchedAlbums {
  settle(now: number): void;
  abandon(): void;
}

/** Runs `write` in one transaction and tells the albums that it touched. `now`: epoch seconds. */
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
