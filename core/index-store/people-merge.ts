import type { Db, Statement } from '../db/open.ts';

interface Merge { from: number; to: number }

/** Gives all that is one person's to another, with what people decided about it. Face ids stay. */
export class PeopleMerge {
  readonly #steps: readonly Statement<[Merge]>[];
  readonly #release: Statement<[{ to: number }]>;

  constructor(db: Db) {
    this.#steps = [
      'UPDATE faces SET person_id = :to WHERE person_id = :from',
      'UPDATE face_decisions SET person_id = :to WHERE person_id = :from',
      `INSERT OR IGNORE INTO face_refusals (face_id, person_id, user_id, decided_at)
         SELECT face_id, :to, user_id, decided_at FROM face_refusals WHERE person_id = :from`,
      // Whose face it is says more than whose it is not.
      `DELETE FROM face_refusals WHERE person_id = :to AND EXISTS
         (SELECT 1 FROM face_decisions d WHERE d.face_id = face_refusals.face_id AND d.person_id = :to)`,
      `INSERT OR IGNORE INTO people_kept_apart (low_id, high_id, user_id, decided_at)
         SELECT min(other, :to), max(other, :to), user_id, decided_at FROM (
           SELECT low_id AS other, user_id, decided_at FROM people_kept_apart WHERE high_id = :from
           UNION ALL SELECT high_id, user_id, decided_at FROM people_kept_apart WHERE low_id = :from)
         WHERE other <> :to`,
    ].map((sql) => db.prepare<[Merge]>(sql));
    this.#release = db.prepare(`
      UPDATE faces SET person_id = NULL, assigned_by = 'auto' WHERE person_id = :to AND id IN
        (SELECT face_id FROM face_refusals WHERE person_id = :to)`);
  }

  /**
   * Call it in a transaction, and remove the person `from` in it: what is left of them, such as the word that these two
   * are not one, goes with their row. A face that somebody said is not the one, and nobody said is the other, is nobody's.
   */
  run(from: number, to: number): void {
    for (const step of this.#steps) step.run({ from, to });
    this.#release.run({ to });
  }
}
