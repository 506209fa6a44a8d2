import { createHash } from 'node:crypto';
import { retryDelay, type SqliteStatement } from 'photofinch/plugin-api/toolkit';
import type { Facts } from '../export/side-file.ts';
import type { MediaType } from '../export/media-types.ts';
import type { Journal } from './journal.ts';

export interface FoundFile {
  readonly path: string;
  /** Relative to the folder of the export. */
  readonly dir: string;
  readonly folder: string;
  readonly name: string;
  readonly isSide: boolean;
  readonly size: number;
  readonly mtimeMs: number;
}

export interface KnownFile {
  readonly id: number;
  readonly folder: string;
  readonly name: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly state: 'new' | 'read' | 'failed';
  /** Epoch seconds: when a file that could not be read is tried again. */
  readonly retryAt: number;
}

export interface FileToRead {
  readonly id: number;
  readonly path: string;
  readonly folder: string;
  readonly name: string;
  readonly isSide: 0 | 1;
  /** Size in bytes when it was found. */
  readonly size: number;
  /** Failed attempts. */
  readonly tries: number;
}

/** The content of a photo. `seconds`: the length of a video; null if unknown. */
export type PhotoContent = MediaType & { readonly sha1: string; readonly seconds: number | null };

/** The result of reading a file: `facts` of a side file, the rest for a photo. */
export type FileContent = { readonly facts: Facts | null } | PhotoContent | { readonly failed: true };

interface Row {
  readonly folder: string;
  readonly sha1: string | null;
  readonly tries: number;
}

/** The columns that reading a file sets. */
interface Read {
  readonly id: number;
  readonly facts: string | null;
  readonly says: string | null;
  readonly title: string | null;
  readonly stamp: string | null;
  readonly sha1: string | null;
  readonly kind: string | null;
  readonly type: string | null;
  readonly seconds: number | null;
}

const nothing = {
  ...{ facts: null, says: null, title: null, stamp: null },
  ...{ sha1: null, kind: null, type: null, seconds: null },
};

/** The files of the export. Each change marks the results derived from it as stale. */
export class Files {
  readonly #journal: Journal;
  readonly #clock: () => number;
  readonly #inDir: SqliteStatement<[string], KnownFile>;
  readonly #dirs: SqliteStatement<[], string>;
  readonly #idsIn: SqliteStatement<[string], number>;
  readonly #add: SqliteStatement<[Omit<FoundFile, 'isSide'> & { isSide: 0 | 1 }]>;
  readonly #change: SqliteStatement<[{ id: number; folder: string; size: number; mtimeMs: number }]>;
  readonly #toRead: SqliteStatement<[number], FileToRead>;
  readonly #row: SqliteStatement<[number], Row>;
  readonly #put: SqliteStatement<[Read]>;
  readonly #fail: SqliteStatement<[{ id: number; retryAt: number }]>;
  readonly #remove: SqliteStatement<[number]>;
  readonly #staleFolder: SqliteStatement<[string]>;
  readonly #stalePhoto: SqliteStatement<[string]>;

  /** @param clock epoch seconds */
  constructor(journal: Journal, clock: () => number = () => Math.floor(Date.now() / 1000)) {
    const { db } = journal;
    this.#journal = journal;
    this.#clock = clock;
    this.#inDir = db.prepare(
      'SELECT id, folder, name, size, mtime_ms AS mtimeMs, state, retry_at AS retryAt FROM files WHERE dir = ?',
    );
    this.#dirs = db.prepare<[], string>('SELECT DISTINCT dir FROM files').pluck();
    this.#idsIn = db.prepare<[string], number>('SELECT id FROM files WHERE dir = ?').pluck();
    this.#add = db.prepare(`
      INSERT INTO files (path, dir, folder, name, is_side, size, mtime_ms)
      VALUES (:path, :dir, :folder, :name, :isSide, :size, :mtimeMs)`);
    this.#change = db.prepare(`
      UPDATE files SET folder = :folder, size = :size, mtime_ms = :mtimeMs, state = 'new',
        settled = CASE WHEN folder = :folder THEN settled END,
        tries = CASE WHEN size = :size AND mtime_ms = :mtimeMs THEN tries ELSE 0 END
      WHERE id = :id`);
    this.#toRead = db.prepare(`
      SELECT id, path, folder, name, is_side AS isSide, size, tries FROM files WHERE state = 'new'
      ORDER BY is_side DESC, folder, id LIMIT ?`);
    this.#row = db.prepare('SELECT folder, sha1, tries FROM files WHERE id = ?');
    this.#put = db.prepare(`
      UPDATE files SET state = 'read', read_size = size, read_mtime_ms = mtime_ms, tries = 0, facts = :facts, says = :says,
        title = :title, stamp = :stamp, sha1 = :sha1, kind = :kind, media_type = :type, seconds = :seconds
      WHERE id = :id`);
    this.#fail = db.prepare(`
      UPDATE files SET state = 'failed', tries = tries + 1, retry_at = :retryAt WHERE id = :id`);
    this.#remove = db.prepare('DELETE FROM files WHERE id = ?');
    this.#staleFolder = db.prepare('INSERT OR IGNORE INTO stale_folders VALUES (?)');
    this.#stalePhoto = db.prepare('INSERT OR IGNORE INTO stale_photos VALUES (?)');
  }

  /** Files by name. */
  inDir(dir: string): Map<string, KnownFile> {
    return new Map(this.#inDir.all(dir).map((file) => [file.name, file]));
  }

  dirs(): string[] {
    return this.#dirs.all();
  }

  idsIn(dir: string): number[] {
    return this.#idsIn.all(dir);
  }

  /** Records new and changed files. Changed ones keep their old content until they are read. */
  note(added: readonly FoundFile[], changed: readonly (KnownFile & FoundFile)[]): void {
    this.#journal.transact(() => {
      for (const { isSide, ...file } of added) {
        this.#add.run({ ...file, isSide: isSide ? 1 : 0 });
        this.#staleFolder.run(file.folder);
      }
      for (const { id, folder, size, mtimeMs } of changed) {
        const before = this.#row.get(id)?.folder;
        if (before !== undefined && before !== folder) this.#staleFolder.run(before);
        this.#change.run({ id, folder, size, mtimeMs });
      }
    });
  }

  /** Side files first: photos should not be listed before their metadata is known. */
  toRead(limit: number): FileToRead[] {
    return this.#toRead.all(limit);
  }

  /** Whether a file that could not be read should be tried again. */
  isDue({ state, retryAt }: KnownFile): boolean {
    const now = this.#clock();
    // A clock that was ahead may have set a time that would never be reached.
    return state === 'failed' && (retryAt <= now || retryAt > now + retryDelay(Infinity));
  }

  /**
   * Stores the results of reading. A file with new content is a different photo: a later export numbers files of the same
   * name differently, and the people in `IMG_1.jpg` would be assigned to another picture.
   */
  keep(results: readonly (readonly [FileToRead, FileContent])[]): void {
    this.#journal.transact(() => {
      for (const [{ id, folder }, content] of results) {
        this.#staleFolder.run(folder);
        if ('failed' in content) {
          const tries = (this.#row.get(id)?.tries ?? 0) + 1;
          this.#fail.run({ id, retryAt: this.#clock() + retryDelay(tries) });
        } else if ('facts' in content) {
          this.#keepSide(id, content.facts);
        } else {
          this.#keepPhoto(id, content);
        }
      }
    });
  }

  #keepSide(id: number, parsed: Facts | null): void {
    const facts = parsed && JSON.stringify(parsed);
    const stamp = facts && createHash('sha1').update(facts).digest('hex').slice(0, 16);
    this.#put.run({ ...nothing, id, facts, says: parsed?.type ?? null, title: parsed?.title ?? null, stamp });
  }

  #keepPhoto(id: number, { sha1, kind, mediaType: type, seconds }: PhotoContent): void {
    const before = this.#row.get(id)?.sha1 ?? null;
    this.#put.run({ ...nothing, id, sha1, kind, type, seconds });
    this.#stalePhoto.run(sha1);
    if (before !== null && before !== sha1) this.#stalePhoto.run(before);
  }

  /** Removes files that no longer exist. */
  remove(ids: readonly number[]): void {
    this.#journal.transact(() => {
      for (const id of ids) {
        const row = this.#row.get(id);
        if (!row) continue;
        this.#staleFolder.run(row.folder);
        if (row.sha1 !== null) this.#stalePhoto.run(row.sha1);
        this.#remove.run(id);
      }
    });
  }
}
