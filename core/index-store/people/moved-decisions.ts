import type { Db, Statement } from '../../db/open.ts';
import { sameBoxes, type Box } from '../../domain/same-boxes.ts';
import { isDecided } from './is-decided.ts';

interface Row extends Box {
  readonly id: number;
  readonly decided: 0 | 1;
}

/** What people decided about the faces of a photo, when another row takes its place that shows the same content. */
export class MovedDecisions {
  readonly #faces: Statement<[number], Row>;
  readonly #moves: readonly Statement<[{ from: number; to: number }]>[];

  constructor(db: Db) {
    this.#faces = db.prepare(`
      SELECT id, x, y, w, h, ${isDecided('faces.id')} AS decided
      FROM faces WHERE photo_id = ? ORDER BY id`);
    this.#moves = [
      'UPDATE face_decisions SET face_id = :to WHERE face_id = :from',
      'UPDATE face_refusals SET face_id = :to WHERE face_id = :from',
      'UPDATE face_rejections SET face_id = :to WHERE face_id = :from',
      // What the merges of their people can be undone by.
      'UPDATE OR IGNORE merge_record_faces SET face_id = :to WHERE face_id = :from',
      'UPDATE OR IGNORE merge_record_refusals SET face_id = :to WHERE face_id = :from',
      `UPDATE faces SET (person_id, assigned_by) = (SELECT person_id, assigned_by FROM faces WHERE id = :from)
       WHERE id = :to`,
    ].map((sql) => db.prepare(sql));
  }

  /** Faces of the photo `to` take over what was decided about those of `from`, unless something was about them too. */
  move({ from, to }: { from: number; to: number }): void {
    const decided = this.#faces.all(from).filter((face) => face.decided);
    if (decided.length === 0) return;
    const twins = sameBoxes(this.#faces.all(to), decided);
    for (const [index, { id }] of decided.entries()) {
      const twin = twins[index];
      if (twin && !twin.decided) for (const move of this.#moves) move.run({ from: id, to: twin.id });
    }
  }
}
