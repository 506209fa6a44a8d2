import { setImmediate as breathe } from 'node:timers/promises';
import type { SqliteStatement } from 'photofinch/plugin-api/toolkit';
import { folderName, isByTime } from '../export/folders.ts';
import type { Journal } from './journal.ts';
import type { Photos } from './photos.ts';
import { placesOf, type PlacedFile } from './placing.ts';

/** Photos per step, and rows per read: a few milliseconds. */
const batch = 100;
const rowsAtOnce = 1000;

/** Matches files after changes: side files with their photos, and files with the same content. */
export class Settling {
  readonly #journal: Journal;
  readonly #photos: Photos;
  readonly #folders: SqliteStatement<[], string>;
  readonly #wholeFolders: SqliteStatement<[], string>;
  readonly #rows: SqliteStatement<[folder: string, after: number, limit: number], PlacedFile>;
  readonly #albumTitle: SqliteStatement<[string], string | null>;
  readonly #place: SqliteStatement<[{ id: number; side: number | null; main: number | null; settled: string }]>;
  readonly #folderDone: SqliteStatement<[string]>;
  readonly #stale: SqliteStatement<[number], string>;
  readonly #photoDone: SqliteStatement<[string]>;
  readonly #isAlbum: SqliteStatement<[string], number>;

  constructor(journal: Journal, photos: Photos) {
    const { db } = journal;
    this.#journal = journal;
    this.#photos = photos;
    this.#folders = db.prepare<[], string>('SELECT folder FROM stale_folders').pluck();
    this.#wholeFolders = db
      .prepare<[], string>(
        `SELECT folder FROM stale_folders WHERE NOT EXISTS (
           SELECT 1 FROM files WHERE state = 'new' AND is_side = 0 AND files.folder = stale_folders.folder)`,
      )
      .pluck();
    this.#rows = db.prepare(`
      SELECT id, path, name, is_side AS isSide, size, mtime_ms AS mtimeMs, sha1, seconds, says, title, stamp, settled
      FROM files WHERE folder = ? AND id > ? ORDER BY id LIMIT ?`);
    this.#albumTitle = db
      .prepare<[string], string | null>(
        `SELECT title FROM files WHERE folder = ? AND says = 'album' ORDER BY mtime_ms DESC, path DESC LIMIT 1`,
      )
      .pluck();
    this.#place = db.prepare('UPDATE files SET side_id = :side, main_id = :main, settled = :settled WHERE id = :id');
    this.#folderDone = db.prepare('DELETE FROM stale_folders WHERE folder = ?');
    this.#stale = db.prepare<[number], string>('SELECT sha1 FROM stale_photos LIMIT ?').pluck();
    this.#photoDone = db.prepare('DELETE FROM stale_photos WHERE sha1 = ?');
    this.#isAlbum = db.prepare<[string], number>("SELECT 1 FROM albums WHERE folder = ? AND name <> ''").pluck();
  }

  /**
   * Processes folders whose files were all read, so that each is processed only once. No photo is removed by this: its
   * missing file may be found under another name.
   */
  async runWhole(signal: AbortSignal): Promise<void> {
    for (const folder of this.#wholeFolders.all()) await this.#settleFolder(folder, signal);
  }

  /** Processes everything that is stale. An interrupted run continues with the next call. */
  async run(signal: AbortSignal): Promise<void> {
    for (const folder of this.#folders.all()) await this.#settleFolder(folder, signal);
    for (;;) {
      const done = this.#journal.transact(() => {
        const staleSha1s = this.#stale.all(batch);
        for (const sha1 of staleSha1s) this.#settlePhoto(sha1);
        return staleSha1s.length;
      });
      if (done < batch) return;
      await breathe();
      signal.throwIfAborted();
    }
  }

  async #settleFolder(folder: string, signal: AbortSignal): Promise<void> {
    const rows = await this.#read(folder, signal);
    const isAlbum = this.#putAlbum(folder);
    const places = await placesOf(rows, isAlbum, signal);
    for (let at = 0; at < places.length; at += batch) {
      signal.throwIfAborted();
      const part = places.slice(at, at + batch);
      this.#journal.transact(() => {
        for (const { row, side, mainId, settled } of part) {
          this.#place.run({ id: row.id, side: side?.id ?? null, main: mainId, settled });
        }
        for (const sha1 of new Set(part.flatMap(({ row }) => row.sha1 ?? []))) this.#settlePhoto(sha1);
      });
      await breathe();
    }
    this.#journal.transact(() => {
      this.#folderDone.run(folder);
    });
  }

  async #read(folder: string, signal: AbortSignal): Promise<PlacedFile[]> {
    const rows: PlacedFile[] = [];
    for (;;) {
      const page = this.#rows.all(folder, rows.at(-1)?.id ?? 0, rowsAtOnce);
      rows.push(...page);
      await breathe();
      signal.throwIfAborted();
      if (page.length < rowsAtOnce) return rows;
    }
  }

  /** Google puts a side file into folders of albums, but not into folders by time, which are not albums. */
  #putAlbum(folder: string): boolean {
    const title = isByTime(folderName(folder)) ? null : this.#albumTitle.get(folder);
    this.#journal.transact(() => {
      this.#photos.putAlbum(folder, title ?? '');
    });
    return title != null;
  }

  #settlePhoto(sha1: string): void {
    this.#photos.settle(sha1, (folder) => this.#isAlbum.get(folder) !== undefined);
    this.#photoDone.run(sha1);
  }
}
