import { IdSet, type SqliteDatabase, type SqliteStatement } from 'photofinch/plugin-api/toolkit';
import { sameStamp, type StoreEntry } from '../driver.ts';
import { stampOf, type FileRow } from './file-row.ts';

/** What the journal knows of a file, by which a listing finds it unchanged. */
export type KnownFile = Pick<FileRow, 'id' | 'handle' | 'size' | 'mtime_ms' | 'ctime_ms' | 'retry_at'>;

/** A new or changed file, which must be read. */
export interface FoundFile extends StoreEntry {
  readonly id: number;
  /** Null for a file that is not in the journal. */
  readonly fileId: number | null;
}

interface FoundRow extends Pick<FileRow, 'id' | 'path' | 'handle' | 'size' | 'mtime_ms' | 'ctime_ms'> {
  readonly file_id: number | null;
}

const DAY = 86_400;

/**
 * Compares one listing of the store with the journal. Files to read are collected in a table and seen files in a bitset, so
 * memory use stays low, and a listing without changes writes nothing.
 */
export class Listing {
  readonly #db: SqliteDatabase;
  readonly #seen = new IdSet();
  readonly #known: SqliteStatement<[string], KnownFile>;
  readonly #addFound: SqliteStatement<[number | null, string, string, number, number, number]>;
  readonly #foundAfter: SqliteStatement<[number, number], FoundRow>;
  readonly #below: SqliteStatement<[string, string], number>;
  readonly #rows: SqliteStatement<[number, number], { id: number; role: 'main' | 'film' | 'held' }>;
  readonly #addVanished: SqliteStatement<[number]>;
  #found = 0;

  constructor(db: SqliteDatabase) {
    this.#db = db;
    this.#known = db.prepare('SELECT id, handle, size, mtime_ms, ctime_ms, retry_at FROM files WHERE path = ?');
    this.#addFound = db.prepare(
      'INSERT INTO found (file_id, path, handle, size, mtime_ms, ctime_ms) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#foundAfter = db.prepare('SELECT * FROM found WHERE id > ? ORDER BY id LIMIT ?');
    this.#below = db.prepare<[string, string], number>('SELECT id FROM files WHERE path > ? AND path < ?').pluck();
    this.#rows = db.prepare('SELECT id, role FROM files WHERE id > ? ORDER BY id LIMIT ?');
    this.#addVanished = db.prepare('INSERT INTO vanished VALUES (?)');
    db.exec('DELETE FROM found; DELETE FROM vanished; DELETE FROM renames;');
  }

  /** The number of files to read. */
  get found(): number {
    return this.#found;
  }

  /**
   * Processes a few hundred entries.
   * @param isReady whether a new or changed file may be read already
   * @param now epoch seconds
   */
  take(entries: readonly StoreEntry[], isReady: (entry: StoreEntry) => boolean, now: number): void {
    const different: [StoreEntry, number | null][] = [];
    for (const entry of entries) {
      const knownFile = this.#known.get(entry.path);
      // In some stores, two files may share a plain name: only the first one listed counts.
      if (knownFile && this.#seen.has(knownFile.id)) continue;
      if (knownFile) this.#seen.add(knownFile.id);
      if (knownFile && isSame(knownFile, entry)) {
        // If the clock was set back, the next attempt must not be delayed for years.
        const isDue = knownFile.retry_at !== null && (now >= knownFile.retry_at || knownFile.retry_at > now + DAY);
        if (isDue) different.push([entry, knownFile.id]);
      } else if (isReady(entry)) {
        different.push([entry, knownFile?.id ?? null]);
      }
    }
    if (different.length === 0) return;
    this.#found += different.length;
    this.#db.transaction(() => {
      for (const [{ path, handle, stamp }, id] of different) {
        this.#addFound.run(id, path, handle, stamp.size, stamp.mtimeMs, stamp.ctimeMs);
      }
    })();
  }

  /** Marks all known files below a folder as seen: the folder could not be listed, so its files may still exist. */
  keepBelow(folder: string): void {
    // `0` is the character after `/`, so this range contains all paths below the folder.
    const ids = folder === '' ? this.#below.iterate('', '\u{10ffff}') : this.#below.iterate(`${folder}/`, `${folder}0`);
    for (const id of ids) this.#seen.add(id);
  }

  /**
   * Finds, step by step, the files that are in the journal but were not in the listing. They go into a table.
   * @param knownFiles the number of files in the journal
   * @returns the ids of missing held files, which the service has never seen
   */
  *vanish(knownFiles: number): Generator<number[]> {
    if (this.#seen.size >= knownFiles) return;
    for (let after = 0; ;) {
      const rows = this.#rows.all(after, 2000);
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
      const unseen = rows.filter(({ id }) => !this.#seen.has(id));
      const vanished = unseen.filter(({ role }) => role !== 'held');
      if (vanished.length > 0) {
        this.#db.transaction(() => {
          for (const { id } of vanished) this.#addVanished.run(id);
        })();
      }
      yield unseen.filter(({ role }) => role === 'held').map(({ id }) => id);
    }
  }

  /** The files to read, in the order of the listing. */
  *toRead(): Generator<FoundFile> {
    for (let after = 0; ;) {
      const rows = this.#foundAfter.all(after, 100);
      if (rows.length === 0) return;
      for (const row of rows) {
        const { id, file_id: fileId, path, handle } = row;
        after = id;
        yield { id, fileId, path, handle, stamp: stampOf(row) };
      }
    }
  }
}

export const isSame = (knownFile: KnownFile, { handle, stamp }: StoreEntry): boolean =>
  sameStamp(stampOf(knownFile), stamp) && knownFile.handle === handle;
