import type { Database, Statement } from 'better-sqlite3';

interface AlbumMove {
  readonly albumId: number;
  readonly folder: string;
}

interface Rename {
  readonly knownId: number;
  readonly heldId: number;
}

/** What is out of sight after a listing, and which of it turned up under another name. */
export class VanishedFiles {
  readonly #db: Database;
  readonly #any: Statement<[], number>;
  readonly #photos: Statement<[], number>;
  readonly #unexplained: Statement<[], number>;
  readonly #hasContent: Statement<[string], number>;
  readonly #renames: Statement<[number], Rename>;
  readonly #forgetRename: Statement<[number]>;
  readonly #page: Statement<[number, number], { id: number; size: number }>;
  readonly #forget: Statement<[number]>;
  readonly #held: Statement<[number], number>;

  constructor(db: Database) {
    this.#db = db;
    this.#any = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM vanished)').pluck();
    this.#photos = db
      .prepare<[], number>("SELECT count(*) FROM vanished JOIN files ON files.id = file_id WHERE role = 'main'")
      .pluck();
    // New files are not read yet: one of the same size may be the same photo elsewhere.
    this.#unexplained = db
      .prepare<[], number>(
        `SELECT count(*) FROM vanished JOIN files ON files.id = file_id WHERE role = 'main'
         AND NOT EXISTS (SELECT 1 FROM found WHERE found.size = files.size AND found.file_id IS NULL)
         AND NOT EXISTS (SELECT 1 FROM files AS held WHERE held.role = 'held' AND held.sha1 = files.sha1)`,
      )
      .pluck();
    this.#hasContent = db
      .prepare<[string], number>(
        'SELECT EXISTS (SELECT 1 FROM files JOIN vanished ON file_id = files.id WHERE sha1 = ?)',
      )
      .pluck();
    this.#renames = db.prepare('SELECT file_id AS knownId, held_id AS heldId FROM renames LIMIT ?');
    this.#forgetRename = db.prepare('DELETE FROM renames WHERE file_id = ?');
    this.#page = db.prepare(
      'SELECT files.id, files.size FROM vanished JOIN files ON files.id = file_id WHERE files.id > ? ORDER BY files.id LIMIT ?',
    );
    this.#forget = db.prepare('DELETE FROM vanished WHERE file_id = ?');
    this.#held = db.prepare<[number], number>("SELECT id FROM files WHERE role = 'held' LIMIT ?").pluck();
  }

  get any(): boolean {
    return this.#any.get() === 1;
  }

  /** How many photos of the timeline are out of sight. */
  countPhotos(): number {
    return this.#photos.get() ?? 0;
  }

  /** How many of them cannot be any of the files that are new. */
  countUnexplained(): number {
    return this.#unexplained.get() ?? 0;
  }

  /** Whether a file with this content is out of sight. */
  hasContent(sha1: string): boolean {
    return this.#hasContent.get(sha1) === 1;
  }

  /**
   * Pairs what is out of sight with what is held: where one file vanished and one turned up with the same bytes, or one
   * each with the same bytes and the same name. Other copies are ambiguous and stay apart.
   */
  matchRenames(): void {
    const name = "substr(path, iif(folder = '', 1, length(folder) + 2))";
    const match = (key: string): string => `
      INSERT INTO renames
      SELECT gone.id, come.id FROM
        (SELECT ${key} AS key, min(id) AS id FROM files WHERE sha1 IS NOT NULL AND id IN (SELECT file_id FROM vanished)
          AND id NOT IN (SELECT file_id FROM renames) GROUP BY key HAVING count(*) = 1) AS gone
        JOIN (SELECT ${key} AS key, min(id) AS id FROM files WHERE role = 'held' AND sha1 IS NOT NULL
          AND id NOT IN (SELECT held_id FROM renames) GROUP BY key HAVING count(*) = 1) AS come USING (key)`;
    this.#db.transaction(() => {
      this.#db.exec('DELETE FROM renames');
      for (const key of ['sha1', `sha1 || '/' || ${name}`]) this.#db.exec(match(key));
    })();
  }

  /** Albums all of whose photos are out of sight and that most of them left for one folder, which has no album. */
  albumMoves(): AlbumMove[] {
    const rows = this.#db
      .prepare<[], AlbumMove>(
        `SELECT old.album_id AS albumId, come.folder AS folder, count(*) AS moved, albums.photo_count AS photos
         FROM renames JOIN files AS old ON old.id = file_id JOIN files AS come ON come.id = held_id
           JOIN albums ON albums.id = old.album_id
         WHERE come.folder <> '' AND come.folder <> albums.folder
         GROUP BY old.album_id, come.folder
         HAVING moved * 2 > photos AND photos =
           (SELECT count(*) FROM files WHERE role = 'main' AND album_id = old.album_id AND id IN (SELECT file_id FROM vanished))`,
      )
      .all();
    return rows.map(({ albumId, folder }) => ({ albumId, folder }));
  }

  renames(limit: number): Rename[] {
    return this.#renames.all(limit);
  }

  /** Notes that a file is accounted for. */
  settled(fileId: number): void {
    this.#forgetRename.run(fileId);
    this.#forget.run(fileId);
  }

  page(after: number, limit: number): { id: number; size: number }[] {
    return this.#page.all(after, limit);
  }

  /** Files that may be new names. */
  held(limit: number): number[] {
    return this.#held.all(limit);
  }
}
