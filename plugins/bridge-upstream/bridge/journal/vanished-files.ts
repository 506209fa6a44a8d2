import type { SqliteDatabase, SqliteStatement } from 'photofinch/plugin-api/toolkit';

interface AlbumMove {
  readonly albumId: number;
  readonly folder: string;
}

interface Rename {
  readonly knownId: number;
  readonly heldId: number;
}

interface MissingPhotos {
  readonly photos: number;
  /** Those that none of the found or held files can be. */
  readonly unexplained: number;
}

interface Candidate {
  readonly id: number;
  readonly path: string;
}

/** Rows examined per step, which takes some ten milliseconds. */
const filesPerStep = 500;
const albumsPerStep = 50;

/** The files that were missing in a listing, and the held files that are their new names. */
export class VanishedFiles {
  readonly #db: SqliteDatabase;
  readonly #any: SqliteStatement<[], number>;
  readonly #photos: SqliteStatement<[], number>;
  readonly #missing: SqliteStatement<[number, number], MissingPhotos & { last: number | null }>;
  readonly #add: SqliteStatement<[number]>;
  readonly #hasContent: SqliteStatement<[{ sha1: string; except: number | null }], number>;
  readonly #addRename: SqliteStatement<[number, number]>;
  readonly #heldContents: SqliteStatement<[string, number], string>;
  readonly #withContent: SqliteStatement<[string], Candidate>;
  readonly #heldWithContent: SqliteStatement<[string], Candidate>;
  readonly #replaced: SqliteStatement<[string, number], Rename & { path: string }>;
  readonly #albums: SqliteStatement<[number, number], { id: number; folder: string; photos: number }>;
  readonly #albumInSight: SqliteStatement<[number], number>;
  readonly #albumWentTo: SqliteStatement<[number], { folder: string; photos: number }>;
  readonly #renames: SqliteStatement<[number], Rename>;
  readonly #forgetRename: SqliteStatement<[number]>;
  readonly #page: SqliteStatement<[number, number], { id: number; size: number }>;
  readonly #forget: SqliteStatement<[number]>;
  readonly #held: SqliteStatement<[number], number>;

  constructor(db: SqliteDatabase) {
    this.#db = db;
    this.#any = db.prepare<[], number>('SELECT EXISTS (SELECT 1 FROM vanished)').pluck();
    this.#photos = db
      .prepare<[], number>("SELECT count(*) FROM vanished JOIN files ON files.id = file_id WHERE role = 'main'")
      .pluck();
    // New files are not read yet: a file of the same size may be the missing photo.
    this.#missing = db.prepare(
      `SELECT max(file_id) AS last, count(iif(role = 'main', 1, NULL)) AS photos, count(iif(role = 'main'
           AND NOT EXISTS (SELECT 1 FROM found WHERE found.size = files.size)
           AND NOT EXISTS (SELECT 1 FROM files AS held WHERE held.role = 'held' AND held.sha1 = files.sha1), 1, NULL)) AS unexplained
         FROM (SELECT file_id FROM vanished WHERE file_id > ? ORDER BY file_id LIMIT ?) JOIN files ON files.id = file_id`,
    );
    this.#add = db.prepare('INSERT OR IGNORE INTO vanished VALUES (?)');
    this.#hasContent = db
      .prepare<[{ sha1: string; except: number | null }], number>(
        `SELECT EXISTS (SELECT 1 FROM files WHERE sha1 = @sha1 AND role <> 'held' AND id IS NOT @except
           AND (id IN (SELECT file_id FROM vanished) OR EXISTS (SELECT 1 FROM found WHERE found.file_id = files.id)))`,
      )
      .pluck();
    this.#addRename = db.prepare('INSERT INTO renames VALUES (?, ?)');
    this.#heldContents = db
      .prepare<[string, number], string>(
        "SELECT DISTINCT sha1 FROM files WHERE role = 'held' AND sha1 > ? ORDER BY sha1 LIMIT ?",
      )
      .pluck();
    // Not `IN`, which would try all missing files.
    this.#withContent = db.prepare(
      'SELECT id, path FROM files WHERE sha1 = ? AND EXISTS (SELECT 1 FROM vanished WHERE file_id = files.id)',
    );
    this.#heldWithContent = db.prepare("SELECT id, path FROM files WHERE sha1 = ? AND role = 'held'");
    this.#replaced = db.prepare(
      `SELECT gone.path AS path, gone.id AS knownId, come.id AS heldId FROM files AS gone
         JOIN files AS come ON come.role = 'held' AND come.path = substr(gone.path, instr(substr(gone.path, 2), '/') + 2)
       WHERE gone.path > ? AND gone.path < '0' AND gone.id NOT IN (SELECT file_id FROM renames)
         AND come.id NOT IN (SELECT held_id FROM renames)
       ORDER BY gone.path LIMIT ?`,
    );
    this.#albums = db.prepare('SELECT id, folder, photo_count AS photos FROM albums WHERE id > ? ORDER BY id LIMIT ?');
    this.#albumInSight = db
      .prepare<[number], number>(
        "SELECT EXISTS (SELECT 1 FROM files WHERE album_id = ? AND role = 'main' AND id NOT IN (SELECT file_id FROM vanished))",
      )
      .pluck();
    this.#albumWentTo = db.prepare(
      `SELECT come.folder AS folder, count(*) AS photos FROM files AS old JOIN renames ON file_id = old.id
         JOIN files AS come ON come.id = held_id
       WHERE old.album_id = ? GROUP BY come.folder ORDER BY photos DESC LIMIT 1`,
    );
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

  /** The number of missing photos of the timeline. */
  countPhotos(): number {
    return this.#photos.get() ?? 0;
  }

  /** Counts the missing photos of the timeline, step by step; the caller adds up the parts. */
  *countMissing(): Generator<MissingPhotos> {
    for (let after: number | null = 0; after !== null;) {
      const part = this.#missing.get(after, filesPerStep);
      after = part?.last ?? null;
      if (part) yield part;
    }
  }

  /** Adds a file whose path now belongs to another file. */
  add(fileId: number): void {
    this.#add.run(fileId);
  }

  /**
   * Whether a known file with this content is missing, or may have changed.
   * @param exceptId a file to leave out
   */
  hasContent(sha1: string, exceptId: number | null): boolean {
    return this.#hasContent.get({ sha1, except: exceptId }) === 1;
  }

  /**
   * Pairs missing files with held files, step by step: if there is one of each with the same bytes, or one of each with the
   * same bytes and name. Other copies are ambiguous and are not paired.
   */
  *matchRenames(): Generator<void> {
    this.#db.exec('DELETE FROM renames');
    const match = this.#db.transaction((contents: readonly string[]) => {
      for (const sha1 of contents) this.#matchContent(sha1);
    });
    for (let after: string | undefined = ''; after !== undefined;) {
      const contents = this.#heldContents.all(after, filesPerStep);
      match(contents);
      after = contents.at(-1);
      yield;
    }
    // A held file at the path of a known photo that is no other known photo is the new content of that photo.
    for (let after: string | undefined = '/'; after !== undefined;) {
      const replaced = this.#replaced.all(after, filesPerStep);
      for (const { knownId, heldId } of replaced) this.#addRename.run(knownId, heldId);
      after = replaced.at(-1)?.path;
      yield;
    }
  }

  #matchContent(sha1: string): void {
    const missing = this.#withContent.all(sha1);
    const arrived = this.#heldWithContent.all(sha1);
    const [onlyMissing, secondMissing] = missing;
    const [onlyArrived, secondArrived] = arrived;
    if (onlyMissing && onlyArrived && !secondMissing && !secondArrived) {
      this.#addRename.run(onlyMissing.id, onlyArrived.id);
      return;
    }
    const arrivedByName = onlyByName(arrived);
    for (const [name, { id }] of onlyByName(missing)) {
      const heldId = arrivedByName.get(name)?.id;
      if (heldId !== undefined) this.#addRename.run(id, heldId);
    }
  }

  /** Albums whose photos are all missing, and of whose photos more than half moved to one other folder; step by step. */
  *albumMoves(): Generator<AlbumMove[]> {
    for (let after = 0; ;) {
      const albums = this.#albums.all(after, albumsPerStep);
      const last = albums.at(-1);
      if (!last) return;
      after = last.id;
      yield albums.flatMap(({ id, folder, photos }) => {
        const destination = this.#albumInSight.get(id) === 1 ? undefined : this.#albumWentTo.get(id);
        const hasMoved =
          destination && destination.photos * 2 > photos && destination.folder !== '' && destination.folder !== folder;
        return hasMoved ? [{ albumId: id, folder: destination.folder }] : [];
      });
    }
  }

  renames(limit: number): Rename[] {
    return this.#renames.all(limit);
  }

  /** Marks a file as settled. */
  settled(fileId: number): void {
    this.#forgetRename.run(fileId);
    this.#forget.run(fileId);
  }

  page(after: number, limit: number): { id: number; size: number }[] {
    return this.#page.all(after, limit);
  }

  /** Held files, which may be new names of missing ones. */
  held(limit: number): number[] {
    return this.#held.all(limit);
  }
}

/** The files whose name, without the folder, is unique, by that name. */
function onlyByName(files: readonly Candidate[]): Map<string, Candidate> {
  const byName = new Map<string, Candidate | undefined>();
  for (const file of files) {
    const name = file.path.slice(file.path.lastIndexOf('/') + 1);
    byName.set(name, byName.has(name) ? undefined : file);
  }
  return new Map([...byName].flatMap(([name, file]) => (file ? [[name, file]] : [])));
}
