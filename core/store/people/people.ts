import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import { withheldOn } from '../../db/withheld.ts';
import type { Audience } from '../../domain/viewer-scope.ts';
import type { WithheldFrom } from '../../domain/withheld.ts';
import { isNotWithheld } from '../photos/scope-parameters.ts';

export interface PersonRow {
  readonly id: number;
  readonly name: string | null;
  readonly nameKey: string | null;
  /** The chosen cover; the face may no longer exist. */
  readonly coverFaceId: number | null;
  /** Whether a user hid the person. */
  readonly hidden: 0 | 1;
}

/** The people. Only this class writes `people`. */
export class People {
  readonly #get: Statement<[number], PersonRow>;
  readonly #byKey: Statement<[string], number>;
  readonly #add: Statement<[string | null, string | null, number], number>;
  readonly #rename: Statement<[string | null, string | null, number]>;
  readonly #setCover: Statement<[number | null, number]>;
  readonly #followCover: Statement<[{ from: number; to: number }]>;
  readonly #setHidden: Statement<[0 | 1, number]>;
  readonly #remove: Statement<[number]>;
  readonly #removeEmpty: Statement<[]>;
  readonly #withheld: WithheldFrom;
  readonly #sharedPhotos: Statement<[{ a: number; b: number; withheld: number }], number>;
  readonly #revive: Statement<[{ record: number; name: string | null; key: string | null }]>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#withheld = withheldOn(db);
    this.#get = db.prepare(
      'SELECT id, name, name_key AS nameKey, cover_face_id AS coverFaceId, hidden FROM people WHERE id = ?',
    );
    this.#byKey = plucked('SELECT id FROM people WHERE name_key = ?');
    this.#add = plucked('INSERT INTO people (name, name_key, created_at) VALUES (?, ?, ?) RETURNING id');
    this.#rename = db.prepare('UPDATE people SET name = ?, name_key = ? WHERE id = ?');
    this.#setCover = db.prepare('UPDATE people SET cover_face_id = ? WHERE id = ?');
    this.#followCover = db.prepare(`
      UPDATE people SET cover_face_id = :to
      WHERE cover_face_id = :from AND id = (SELECT person_id FROM faces WHERE id = :to)`);
    this.#setHidden = db.prepare('UPDATE people SET hidden = ? WHERE id = ?');
    this.#remove = db.prepare('DELETE FROM people WHERE id = ?');
    this.#removeEmpty = db.prepare(`
      DELETE FROM people WHERE id IN (
        SELECT person_id FROM person_counts c WHERE named = 0 AND faces = 0 AND hidden_faces = 0
          AND NOT EXISTS (SELECT 1 FROM faces WHERE person_id = c.person_id)
          AND NOT EXISTS (SELECT 1 FROM withholdings w WHERE w.person_id = c.person_id AND w.own = 0)
          AND NOT EXISTS (SELECT 1 FROM merge_records WHERE state <> 'merged' AND state <> 'ended'
            AND c.person_id IN (merge_records.person_id, target_id)))`);
    this.#revive = db.prepare(`
      INSERT INTO people (id, name, name_key, cover_face_id, hidden, created_at)
      SELECT person_id, :name, :key, (SELECT id FROM faces WHERE id = r.cover_face_id), hidden, created_at
      FROM merge_records r WHERE r.id = :record`);
    this.#sharedPhotos = plucked(`
      SELECT count(DISTINCT x.photo_id) FROM faces x INDEXED BY faces_person WHERE x.person_id = :a AND ${isNotWithheld('x.photo_id')}
        AND EXISTS (SELECT 1 FROM faces y INDEXED BY faces_person WHERE y.person_id = :b AND y.photo_id = x.photo_id)`);
  }

  get(id: number): PersonRow | undefined {
    return this.#get.get(id);
  }

  /** @param key a result of `personKey` */
  idOf(key: string): number | undefined {
    return this.#byKey.get(key);
  }

  /** @param key a result of `personKey`. @returns the new person's id */
  add(name: string | null, key: string | null, now: number): number {
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

  /** Where the face `from` is the chosen cover of a person, the face `to` is it from now on, if it is of that person. */
  followCover(from: number, to: number): void {
    this.#followCover.run({ from, to });
  }

  /** Sets whether lists leave the person out. */
  setHidden(id: number, hidden: boolean): void {
    this.#setHidden.run(hidden ? 1 : 0, id);
  }

  remove(id: number): void {
    this.#remove.run(id);
  }

  /** Restores the source of a recorded merge, with its old id. */
  revive(record: number, name: string | null, key: string | null): void {
    this.#revive.run({ record, name, key });
  }

  /**
   * Removes people with neither name nor face, unless they take part in a running merge, or others withhold them from users:
   * a face may be assigned to them again.
   * @returns their number
   */
  removeEmpty(): number {
    return this.#removeEmpty.run().changes;
  }

  /**
   * The number of photos with faces of both, without photos that are withheld from the audience.
   * @param a the person with fewer photos, which are examined one by one
   */
  sharedPhotos(a: number, b: number, audience: Audience): number {
    return this.#sharedPhotos.get({ a, b, withheld: this.#withheld(audience).key }) ?? 0;
  }
}
