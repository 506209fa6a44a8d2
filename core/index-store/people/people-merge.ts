import type { Db, Statement } from '../../db/open.ts';

export interface Merge {
  /** The person who will be gone. */
  readonly from: number;
  readonly to: number;
}

/** SQL: whom the one is kept apart from. */
const apart = `SELECT low_id AS other, user_id, decided_at FROM people_kept_apart WHERE high_id = :from
           UNION ALL SELECT high_id, user_id, decided_at FROM people_kept_apart WHERE low_id = :from`;

/** SQL: the record of the merge that is going on; none of one that an older version of the program began. */
const record = `merge_records r WHERE r.person_id = :from AND r.state = 'merging'`;

/**
 * Gives all that is one person's to another, with what people decided about it. Face ids stay. What there was is put on
 * record, see `MergeRecords`.
 *
 * Somebody with ten thousand photos cannot move in one transaction without holding up everybody: a merge is begun, moves
 * faces some at a time, and is finished. It is on record in between, and goes on after a sudden end.
 */
export class PeopleMerge {
  readonly #begin: Statement<[Merge]>;
  readonly #unfinished: Statement<[], Merge>;
  readonly #isBegun: Statement<[Merge], number>;
  readonly #next: Statement<[Merge & { limit: number }], number>;
  readonly #moves: readonly Statement<[Merge & { faces: string }]>[];
  readonly #count: Statement<[Merge & { faces: number }]>;
  readonly #decisions: readonly Statement<[Merge]>[];

  constructor(db: Db) {
    this.#begin = db.prepare(`
      INSERT INTO people_merges (from_id, to_id) VALUES (:from, :to) ON CONFLICT (from_id) DO UPDATE SET to_id = :to`);
    this.#unfinished = db.prepare('SELECT from_id AS "from", to_id AS "to" FROM people_merges');
    this.#isBegun = db
      .prepare<[Merge], number>('SELECT EXISTS (SELECT 1 FROM people_merges WHERE from_id = :from AND to_id = :to)')
      .pluck();
    this.#next = db
      .prepare<[Merge & { limit: number }], number>('SELECT id FROM faces WHERE person_id = :from LIMIT :limit')
      .pluck();
    this.#moves = [
      `INSERT OR IGNORE INTO merge_record_faces (record_id, face_id, owner_id, assigned_by, dropped)
         SELECT r.id, f.id, :from, f.assigned_by, 0
         FROM json_each(:faces) l CROSS JOIN faces f ON f.id = l.value CROSS JOIN ${record}`,
      'UPDATE faces SET person_id = :to WHERE id IN (SELECT value FROM json_each(:faces))',
    ].map((sql) => db.prepare<[Merge & { faces: string }]>(sql));
    this.#count = db.prepare(`
      UPDATE merge_records SET faces = faces + :faces WHERE id = (SELECT r.id FROM ${record})`);
    this.#decisions = [
      'UPDATE face_decisions SET person_id = :to WHERE person_id = :from',
      // Before the one's refusals come to these: what the other has here goes with the next but one.
      `INSERT OR IGNORE INTO merge_record_refusals (record_id, face_id, person_id, user_id, decided_at, added)
         SELECT r.id, x.face_id, :to, x.user_id, x.decided_at, 0
         FROM face_refusals x CROSS JOIN face_decisions d ON d.face_id = x.face_id AND d.person_id = :to CROSS JOIN ${record}
           AND x.person_id = :to AND NOT EXISTS
             (SELECT 1 FROM merge_record_refusals WHERE record_id = r.id AND face_id = x.face_id AND added = 1)`,
      `INSERT OR IGNORE INTO merge_record_refusals (record_id, face_id, person_id, user_id, decided_at, added)
         SELECT r.id, x.face_id, :from, x.user_id, x.decided_at,
           NOT EXISTS (SELECT 1 FROM face_refusals WHERE face_id = x.face_id AND person_id = :to)
         FROM face_refusals x CROSS JOIN ${record} AND x.person_id = :from`,
      `INSERT OR IGNORE INTO face_refusals (face_id, person_id, user_id, decided_at)
         SELECT face_id, :to, user_id, decided_at FROM face_refusals WHERE person_id = :from`,
      // Whose face it is says more than whose it is not.
      `DELETE FROM face_refusals WHERE person_id = :to AND EXISTS
         (SELECT 1 FROM face_decisions d WHERE d.face_id = face_refusals.face_id AND d.person_id = :to)`,
      // What a model gave to the one, and somebody said is not the other, is nobody's.
      `INSERT OR IGNORE INTO merge_record_faces (record_id, face_id, owner_id, assigned_by, dropped)
         SELECT r.id, f.id, f.person_id, f.assigned_by, 1
         FROM face_refusals x CROSS JOIN faces f ON f.id = x.face_id AND f.person_id IN (:from, :to) CROSS JOIN ${record}
           AND x.person_id = :to`,
      `UPDATE faces SET person_id = NULL, assigned_by = 'auto' WHERE id IN
         (SELECT face_id FROM face_refusals WHERE person_id = :to) AND person_id IN (:from, :to)`,
      // What is no face stays nobody's; `dropped` when the other would not have had it either.
      `INSERT OR IGNORE INTO merge_record_faces (record_id, face_id, owner_id, assigned_by, dropped)
         SELECT r.id, x.face_id, :from, x.assigned_by,
           EXISTS (SELECT 1 FROM face_refusals WHERE face_id = x.face_id AND person_id = :to)
         FROM face_rejections x CROSS JOIN ${record} AND x.person_id = :from`,
      'UPDATE face_rejections SET person_id = :to WHERE person_id = :from',
      `INSERT OR IGNORE INTO merge_record_apart (record_id, other_id, user_id, decided_at, added)
         SELECT r.id, x.other, x.user_id, x.decided_at, x.other <> :to AND NOT EXISTS
           (SELECT 1 FROM people_kept_apart WHERE low_id = min(x.other, :to) AND high_id = max(x.other, :to))
         FROM (${apart}) x CROSS JOIN ${record}`,
      `INSERT OR IGNORE INTO people_kept_apart (low_id, high_id, user_id, decided_at)
         SELECT min(other, :to), max(other, :to), user_id, decided_at FROM (${apart}) WHERE other <> :to`,
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
    const ids = this.#next.all({ ...merge, limit });
    const faces = JSON.stringify(ids);
    for (const step of this.#moves) step.run({ ...merge, faces });
    if (ids.length > 0) this.#count.run({ ...merge, faces: ids.length });
    return ids.length;
  }

  /** Those that are on record. */
  unfinished(): Merge[] {
    return this.#unfinished.all();
  }
}
