import type { Db, Statement } from '../../db/open.ts';

export interface PersonRow {
  readonly id: number;
  readonly name: string | null;
  /** Chosen by somebody; the face may be gone. */
  readonly coverFaceId: number | null;
}

/** Writes what people decide about persons. */
export class People {
  readonly #get: Statement<[number], PersonRow>;
  readonly #byKey: Statement<[string], number>;
  readonly #add: Statement<[string, string, number], number>;
  readonly #rename: Statement<[string | null, string | null, number]>;
  readonly #setCover: Statement<[number | null, number]>;
  readonly #setHidden: Statement<[0 | 1, number]>;
  readonly #remove: Statement<[number]>;
  readonly #removeEmpty: Statement<[]>;
  readonly #keepApart: Statement<[{ a: number; b: number; user: number; now: number }]>;
  readonly #sharedPhotos: Statement<[{ a: number; b: number }], number>;
  readonly #apart: Statement<[{ a: number; b: number }], number>;

  constructor(db: Db) {
    this.#get = db.prepare('SELECT id, name, cover_face_id AS coverFaceId FROM people WHERE id = ?');
    this.#byKey = db.prepare<[string], number>('SELECT id FROM people WHERE name_key = ?').pluck();
    this.#add = db
      .prepare<[string, string, number], number>(
        'INSERT INTO people (name, name_key, created_at) VALUES (?, ?, ?) RETURNING id',
      )
      .pluck();
    this.#rename = db.prepare('UPDATE people SET name = ?, name_key = ? WHERE id = ?');
    this.#setCover = db.prepare('UPDATE people SET cover_face_id = ? WHERE id = ?');
    this.#setHidden = db.prepare('UPDATE people SET hidden = ? WHERE id = ?');
    this.#remove = db.prepare('DELETE FROM people WHERE id = ?');
    this.#removeEmpty = db.prepare(`
      DELETE FROM people WHERE id IN (
        SELECT person_id FROM person_counts c WHERE named = 0 AND faces = 0 AND hidden_faces = 0
          AND NOT EXISTS (SELECT 1 FROM faces WHERE person_id = c.person_id))`);
    this.#keepApart = db.prepare(`
      INSERT INTO people_kept_apart (low_id, high_id, user_id, decided_at)
        VALUES (min(:a, :b), max(:a, :b), :user, :now)
      ON CONFLICT DO UPDATE SET user_id = :user, decided_at = :now`);
    this.#apart = db
      .prepare<[{ a: number; b: number }], number>(
        'SELECT EXISTS (SELECT 1 FROM people_kept_apart WHERE low_id = min(:a, :b) AND high_id = max(:a, :b))',
      )
      .pluck();
    this.#sharedPhotos = db
      .prepare<[{ a: number; b: number }], number>(
        `SELECT count(DISTINCT x.photo_id) FROM faces x INDEXED BY faces_person WHERE x.person_id = :a
           AND EXISTS (SELECT 1 FROM faces y INDEXED BY faces_person WHERE y.person_id = :b AND y.photo_id = x.photo_id)`,
      )
      .pluck();
  }

  get(id: number): PersonRow | undefined {
    return this.#get.get(id);
  }

  /** @param key as `personKey` makes it */
  idOf(key: string): number | undefined {
    return this.#byKey.get(key);
  }

  /** @returns the new person's id */
  add(name: string, key: string, now: number): number {
    const id = this.#add.get(name, key, now);
    if (id === undefined) throw new Error('SQLite gave a new person no id');
    return id;
  }

  rename(id: number, name: string | null, key: string | null): void {
    this.#rename.run(name, key, id);
  }

  setCover(id: number, faceId: number | null): void {
    this.#setCover.run(faceId, id);
  }

  /** Whether lists leave the person out. */
  setHidden(id: number, hidden: boolean): void {
    this.#setHidden.run(hidden ? 1 : 0, id);
  }

  remove(id: number): void {
    this.#remove.run(id);
  }

  /** Removes those who have neither a name nor a face. @returns how many */
  removeEmpty(): number {
    return this.#removeEmpty.run().changes;
  }

  /** Somebody said that two persons are not one; when it was said before, it is theirs now. */
  keepApart(a: number, b: number, by: { user: number; now: number }): void {
    this.#keepApart.run({ a, b, ...by });
  }

  areKeptApart(a: number, b: number): boolean {
    return this.#apart.get({ a, b }) === 1;
  }

  /** In how many photos both are. @param a the one with fewer photos: the cost follows theirs */
  sharedPhotos(a: number, b: number): number {
    return this.#sharedPhotos.get({ a, b }) ?? 0;
  }
}
