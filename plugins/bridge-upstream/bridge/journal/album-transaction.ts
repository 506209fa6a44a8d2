import type { SqliteDatabase } from 'photofinch/plugin-api/toolkit';

/** The albums that a transaction changes. */
interface TouchedAlbums {
  settle(now: number): void;
  abandon(): void;
}

/** Runs `write` in one transaction, and adds the changed albums to the feed. @param now epoch seconds */
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
