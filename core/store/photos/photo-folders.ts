import type { Db, Statement } from '../../db/open.ts';

interface FolderRow {
  readonly id: number;
  readonly path: string;
}

/** The folders of photos in their store. */
export class PhotoFolders {
  readonly #idOf: Statement<[string], number>;
  readonly #add: Statement<[string], number>;
  readonly #put: Statement<[{ photo: number; folder: number | null }]>;
  readonly #all: Statement<[], FolderRow>;
  readonly #of: Statement<[number], string>;
  readonly #some: Statement<[string], { id: number; path: string }>;
  readonly #newest: Statement<[], number | null>;
  readonly #removeEmpty: Statement<[]>;
  /** All folders, while `newest` is the highest id. A removal clears this, since SQLite gives its id to the next folder. */
  #known: { readonly newest: number; readonly rows: readonly FolderRow[] } | undefined;

  constructor(db: Db) {
    this.#idOf = db.prepare<[string], number>('SELECT id FROM folders WHERE path = ?').pluck();
    this.#add = db.prepare<[string], number>('INSERT INTO folders (path) VALUES (?) RETURNING id').pluck();
    this.#put = db.prepare('UPDATE photos SET folder_id = :folder WHERE id = :photo AND folder_id IS NOT :folder');
    this.#all = db.prepare('SELECT id, path FROM folders');
    this.#of = db
      .prepare<[number], string>('SELECT f.path FROM photos p JOIN folders f ON f.id = p.folder_id WHERE p.id = ?')
      .pluck();
    this.#some = db.prepare(
      `SELECT p.id, f.path FROM photos p JOIN folders f ON f.id = p.folder_id
       WHERE p.id IN (SELECT value FROM json_each(?))`,
    );
    this.#newest = db.prepare<[], number | null>('SELECT max(id) FROM folders').pluck();
    this.#removeEmpty = db.prepare(
      'DELETE FROM folders WHERE NOT EXISTS (SELECT 1 FROM photos WHERE folder_id = folders.id)',
    );
  }

  /** Sets the folder of a photo. @param path null if unknown; empty for the root */
  put(photo: number, path: string | null): void {
    const folder = path === null ? null : (this.#idOf.get(path) ?? this.#add.get(path) ?? null);
    this.#put.run({ photo, folder });
  }

  /** Removes folders without photos. */
  removeEmpty(): void {
    this.#removeEmpty.run();
    this.#known = undefined;
  }

  /** All folders that contain photos, or did. */
  all(): readonly FolderRow[] {
    const newest = this.#newest.get() ?? 0;
    if (this.#known?.newest !== newest) this.#known = { newest, rows: this.#all.all() };
    return this.#known.rows;
  }

  /** The folder of a photo; undefined if unknown. */
  of(photo: number): string | undefined {
    return this.#of.get(photo);
  }

  /** The folders of photos, by photo id. */
  some(photos: readonly number[]): Map<number, string> {
    return new Map(this.#some.all(JSON.stringify(photos)).map(({ id, path }) => [id, path]));
  }
}
