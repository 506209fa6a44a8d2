import type { Db, Statement } from '../db/open.ts';

export interface Merge {
  /** The person who will be gone. */
  readonly from: number;
  readonly to: number;
}

/**
 * Gives all that is one person's to another, with what people decided about it. Face ids stay.
 *
 * Somebody with ten thousand photos cannot move in one transaction without holding up everybody: a merge is begun, moves
 * faces some at a time, and is finished. It is on record in between, and goes on after a sudden end.
 */
export class PeopleMerge {
  readonly #begin: Statement<[Merge]>;
  readonly #unfinished: Statement<[], Merge>;
  readonly #isBegun: Statement<[Merge], number>;
  readonly #move: Statement<[Merge & { limit: number }]>;
  readonly #decisions: readonly Statement<[Merge]>[];

  constructor(db: Db) {
    this.#begin = db.prepare(`
      INSERT INTO people_merges (from_id, to_id) VALUES (:from, :to) ON CONFLICT (from_id) DO UPDATE SET to_id = :to`);
    this.#unfinished = db.prepare('SELECT from_id AS "from", to_id AS "to" FROM people_merges');
    this.#isBegun = db
      .prepare<[Merge], number>('SELECT EXISTS (SELECT 1 FROM people_merges WHERE from_id = :from AND to_id = :to)')
      .pluck();
    this.#move = db.prepare(`
      UPDATE faces SET person_id = :to WHERE id IN (SELECT id FROM faces WHERE person_id = :from LIMIT :limit)`);
    this.#decisions = [
      'UPDATE face_decisions SET person_id = :to WHERE person_id = :from',
      `INSERT OR IGNORE INTO face_refusals (face_id, person_id, user_id, decided_at)
         SELECT face_id, :to, user_id, decided_at FROM face_refusals WHERE person_id = :from`,
      // Whose face it is says more than whose it is not.
      `DELETE FROM face_refusals WHERE person_id = :to AND EXISTS
         (SELECT 1 FROM face_decisions d WHERE d.face_id = face_refusals.face_id AND d.person_id = :to)`,
      // What a model gave to the one, and somebody said is not the other, is nobody's.
      `UPDATE faces SET person_id = NULL, assigned_by = 'auto' WHERE id IN
         (SELECT face_id FROM face_refusals WHERE person_id = :to) AND person_id IN (:from, :to)`,
      'UPDATE face_rejections SET person_id = :to WHERE person_id = :from',
      `INSERT OR IGNORE INTO people_kept_apart (low_id, high_id, user_id, decided_at)
         SELECT min(other, :to), max(other, :to), user_id, decided_at FROM (
           SELECT low_id AS other, user_id, decided_at FROM people_kept_apart WHERE high_id = :from
           UNION ALL SELECT high_id, user_id, decided_at FROM people_kept_apart WHERE low_id = :from)
         WHERE other <> :to`,
      'DELETE FROM people_kept_apart WHERE low_id = min(:from, :to) AND high_id = max(:from, :to)',
    ].map((sql) => db.prepare<[Merge]>(sql));
  }

  /** Puts the merge on record, and hands over what people decided so far. Call it in a transaction. */
  begin(merge: Merge): void {
    this.#begin.run(merge);
    this.handOver(merge);
  }

  /** Gives the other what people decided about the one. */
  handOver(merge: Merge): void {
    for (const step of this.#decisions) step.run(merge);
  }

  /** Whether the merge is on record and both are there. */
  isBegun(merge: Merge): boolean {
    return this.#isBegun.get(merge) === 1;
  }

  /** Moves up to `limit` faces. @returns how many; when they are fewer, all are the other's now */
  move(merge: Merge, limit: number): number {
    return this.#move.run({ ...merge, limit }).changes;
  }

  /** Those that are on record. */
  unfinished(): Merge[] {
    return this.#unfinished.all();
  }
}
