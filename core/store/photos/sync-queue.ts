import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import type { LossPeriod } from '../../plugin-api/toolkit/mass-loss.ts';

/** A photo that the source lists and the index contains. */
export interface KnownPhoto {
  readonly id: number;
  readonly uid: string;
  readonly rev: string;
  /** The revision that was indexed; null before the first success. */
  readonly indexedRev: string | null;
  readonly deletedAt: number | null;
}

/** A photo as listed by the source. The rest is read when the photo is indexed. */
export interface AnnouncedPhoto {
  readonly uid: string;
  readonly rev: string;
  readonly takenAt: number;
  readonly takenAtLocal: string;
}

/** Writes new, changed and deleted photos of one source to `photos`, for the sync. The index queue continues with them. */
export class SyncQueue {
  /** The id of the source. */
  readonly source: number;
  readonly #known: Statement<[string], KnownPhoto>;
  readonly #insert: Statement<[AnnouncedPhoto & { now: number; source: number }], number>;
  readonly #revise: Statement<[{ id: number; rev: string }]>;
  readonly #restore: Statement<[number]>;
  readonly #hide: Statement<[{ uid: string; now: number }]>;
  readonly #count: Statement<[], number>;
  readonly #hiddenIn: Statement<[LossPeriod], number>;
  readonly #isAlone: Statement<[], number>;
  readonly #forgetMet: Statement<[]>;
  readonly #forgetMetBetween: Statement<[number, number]>;
  readonly #met: Statement<[number]>;
  readonly #metCount: Statement<[], number>;
  readonly #lastId: Statement<[], number | null>;
  readonly #sweep: Statement<[{ from: number; to: number; now: number }]>;
  readonly #purgeable: Statement<[{ before: number; limit: number }], number>;
  readonly #condemn: Statement<[string]>;
  readonly #purge: Statement<[string]>;

  /** @param source the id of the source; default: the first source */
  constructor(db: Db, source = 0) {
    const plucked = pluckedOn(db);
    this.source = source;
    /** Photos of this source, by the index of all sources except the first, which is empty in a library with one source. */
    const ofSource = `source > 0 AND source = ${source}`;
    const ofFurtherSources = 'source > 0';
    this.#known = db.prepare(`
      SELECT id, uid, rev, indexed_rev AS indexedRev, deleted_at AS deletedAt
      FROM photos WHERE uid IN (SELECT value FROM json_each(?))`);
    this.#insert = plucked(`
      INSERT INTO photos (uid, rev, kind, taken_at, taken_at_local, added_at, source)
      VALUES (:uid, :rev, 'image', :takenAt, :takenAtLocal, :now, :source) RETURNING id`);
    this.#revise = db.prepare(`
      UPDATE photos SET rev = :rev, deleted_at = NULL, error = NULL, attempts = 0, deaths = 0, retry_at = 0,
        state = CASE WHEN indexed_rev IS :rev THEN 'indexed' ELSE 'pending' END
      WHERE id = :id`);
    this.#restore = db.prepare('UPDATE photos SET deleted_at = NULL WHERE id = ?');
    this.#hide = db.prepare('UPDATE photos SET deleted_at = :now WHERE uid = :uid AND deleted_at IS NULL');
    const count = (condition: string): string => `(SELECT count(*) FROM photos WHERE ${condition})`;
    // Counts an index, since SQLite would scan the table for a WHERE.
    this.#count = plucked(
      source > 0
        ? `SELECT ${count(`${ofSource} AND deleted_at IS NULL`)}`
        : `SELECT (SELECT count(*) FROM photos) - ${count('deleted_at IS NOT NULL')} - ${count(`${ofFurtherSources} AND deleted_at IS NULL`)}`,
    );
    const inPeriod = 'deleted_at BETWEEN :from AND :to';
    this.#hiddenIn = plucked(
      source > 0
        ? `SELECT ${count(`${ofSource} AND ${inPeriod}`)}`
        : `SELECT ${count(inPeriod)} - ${count(`${ofFurtherSources} AND ${inPeriod}`)}`,
    );

    this.#isAlone = plucked(`SELECT NOT EXISTS (SELECT 1 FROM photos WHERE ${ofFurtherSources})`);
    // SQLite truncates the table if there is no WHERE.
    this.#forgetMet = db.prepare('DELETE FROM full_pass');
    this.#forgetMetBetween = db.prepare(
      `DELETE FROM full_pass WHERE photo_id >= ? AND photo_id < ? AND source = ${source}`,
    );
    this.#met = db.prepare(`INSERT OR IGNORE INTO full_pass (photo_id, source) VALUES (?, ${source})`);
    this.#metCount = plucked(`SELECT count(*) FROM full_pass WHERE source = ${source}`);
    this.#lastId = plucked('SELECT max(id) FROM photos');
    this.#sweep = db.prepare(`
      UPDATE photos SET deleted_at = :now
      WHERE id >= :from AND id < :to AND deleted_at IS NULL AND source = ${source}
        AND id NOT IN (SELECT photo_id FROM full_pass)`);

    this.#purgeable = plucked(
      'SELECT id FROM photos WHERE deleted_at IS NOT NULL AND deleted_at <= :before ORDER BY deleted_at LIMIT :limit',
    );
    this.#condemn = db.prepare(`
      UPDATE photos SET indexed_rev = NULL, state = 'pending', thumb_revision = 0
      WHERE id IN (SELECT value FROM json_each(?))`);
    this.#purge = db.prepare('DELETE FROM photos WHERE id IN (SELECT value FROM json_each(?))');
  }

  known(uids: readonly string[]): Map<string, KnownPhoto> {
    return new Map(this.#known.all(JSON.stringify(uids)).map((photo) => [photo.uid, photo]));
  }

  /** Adds a photo that is not in the index. @returns its id */
  add(photo: AnnouncedPhoto, now: number): number {
    const id = this.#insert.get({ ...photo, now, source: this.source });
    if (id === undefined) throw new Error('The photo was not inserted');
    return id;
  }

  /** Records new content of the photo: it is read again, and the old content is shown until then. */
  revise(id: number, rev: string): void {
    this.#revise.run({ id, rev });
  }

  /** Restores a deleted photo that is back with the same content, with everything that users added to it. */
  restore(id: number): void {
    this.#restore.run(id);
  }

  /** Marks a photo as deleted upstream; it is purged after the grace period. @returns whether it was there */
  hide(uid: string, now: number): boolean {
    return this.#hide.run({ uid, now }).changes > 0;
  }

  /** The number of photos of the source that are not deleted, indexed or not. */
  count(): number {
    return this.#count.get() ?? 0;
  }

  /** The number of photos of the source that were marked as deleted in that time, and still are. */
  hiddenIn(period: LossPeriod): number {
    return this.#hiddenIn.get(period) ?? 0;
  }

  /** Whether the index has only photos of this source, so that the records of a full pass can be removed all at once. */
  get isAlone(): boolean {
    return this.source === 0 && this.#isAlone.get() === 1;
  }

  /** Removes the records of all sources about photos that a full pass has met. */
  forgetMet(): void {
    this.#forgetMet.run();
  }

  /** Removes the records of the source about photos, with ids from `from` to before `to`, that a full pass has met. */
  forgetMetBetween(from: number, to: number): void {
    this.#forgetMetBetween.run(from, to);
  }

  /** Records that the full pass has met this photo. */
  met(id: number): void {
    this.#met.run(id);
  }

  /** The number of photos of the source that the full pass has not met. */
  unmetCount(): number {
    return this.count() - (this.#metCount.get() ?? 0);
  }

  lastId(): number {
    return this.#lastId.get() ?? 0;
  }

  /** Marks photos of the source, with ids from `from` to before `to`, as deleted if the full pass has not met them. */
  sweep(from: number, to: number, now: number): void {
    this.#sweep.run({ from, to, now });
  }

  /** Ids of photos deleted at or before `before`. */
  purgeable(before: number, limit: number): number[] {
    return this.#purgeable.all({ before, limit });
  }

  /** Must be called before the thumbnails of these photos are deleted, so that a photo that comes back is read again. */
  condemn(ids: readonly number[]): void {
    this.#condemn.run(JSON.stringify(ids));
  }

  /** Removes photos with all their rows. */
  purge(ids: readonly number[]): void {
    this.#purge.run(JSON.stringify(ids));
  }
}
