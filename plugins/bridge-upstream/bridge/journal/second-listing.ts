import { IdSet, type SqliteDatabase, type SqliteStatement } from 'photofinch/plugin-api/toolkit';
import type { StoreEntry } from '../driver.ts';
import { isSame, type KnownFile } from './listing.ts';

/**
 * Compares a second listing with the journal, after the files that the first one found were read. A file that the journal
 * does not have as it is may be a missing one, which was moved during the first listing or after it.
 */
export class SecondListing {
  readonly #known: SqliteStatement<[string], KnownFile & { readonly vanished: 0 | 1 }>;
  readonly #seen = new IdSet();
  readonly #sizes = new Set<number>();

  constructor(db: SqliteDatabase) {
    this.#known = db.prepare(
      `SELECT id, handle, size, mtime_ms, ctime_ms, retry_at, EXISTS (SELECT 1 FROM vanished WHERE file_id = files.id) AS vanished
         FROM files WHERE path = ?`,
    );
  }

  take(entry: StoreEntry): void {
    const knownFile = this.#known.get(entry.path);
    if (knownFile) {
      // As in the first listing, only the first one of two files with the same plain name counts.
      if (this.#seen.has(knownFile.id)) return;
      this.#seen.add(knownFile.id);
      if (knownFile.vanished === 1) this.#sizes.add(knownFile.size);
      if (isSame(knownFile, entry)) return;
    }
    this.#sizes.add(entry.stamp.size);
  }

  /** Whether a missing file of this size may be one of the listed files. */
  mayHave(size: number): boolean {
    return this.#sizes.has(size);
  }
}
