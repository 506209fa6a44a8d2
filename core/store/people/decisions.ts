import type { Db, Statement } from '../../db/open.ts';
import type { Decider, Merge } from '../../domain/person.ts';
import { sameBoxes } from '../../domain/same-boxes.ts';
import type { Box } from '../../plugin-api/toolkit/boxes.ts';
import { FaceOwners, type AssignedBy } from './face-owners.ts';
import { MergeRecords, type Undo } from './merge-records.ts';
import { apartAtUndo, areApart, isDecided, keptApartFrom } from './sql-parts.ts';

interface Pair {
  readonly face: number;
  readonly person: number;
}

interface PhotoFace extends Box {
  readonly id: number;
  readonly decided: 0 | 1;
}

type UndoneFaces = Undo & { readonly faces: string };

/** The faces of a list that the source of a merge had, by the record of it. */
const facesOfSource = `SELECT r.face_id FROM json_each(:faces) l
  CROSS JOIN merge_record_faces r ON r.record_id = :id AND r.face_id = l.value AND r.owner_id = :source`;

/**
 * What people decided: whose a face is (`face_decisions`), whose it is not (`face_refusals`), what is no face
 * (`face_rejections`), and which people are not one (`people_kept_apart`). This class alone writes these tables, and keeps
 * the owners of faces in step. Call it in transactions.
 */
export class Decisions {
  readonly #owners: FaceOwners;
  readonly #records: MergeRecords;
  readonly #decide: Statement<[Pair & Decider]>;
  readonly #undecide: Statement<[number]>;
  readonly #notPerson: Statement<[Pair & Decider]>;
  readonly #mayBePerson: Statement<[Pair]>;
  readonly #notPersons: Statement<[number], number>;
  readonly #notFace: Statement<[{ face: number } & Decider]>;
  readonly #isFace: Statement<[number], { person: number | null; assignedBy: AssignedBy }>;
  readonly #keepApart: Statement<[{ a: number; b: number } & Decider]>;
  readonly #areKeptApart: Statement<[{ a: number; b: number }], number>;
  readonly #follow: readonly Statement<[Merge]>[];
  readonly #part: readonly Statement<[Undo]>[];
  readonly #partFaces: readonly Statement<[UndoneFaces]>[];
  readonly #endPart: Statement<[Undo]>;
  readonly #facesOf: Statement<[number], PhotoFace>;
  readonly #followFace: readonly Statement<[{ from: number; to: number }]>[];

  constructor(db: Db) {
    this.#owners = new FaceOwners(db);
    this.#records = new MergeRecords(db);
    this.#decide = db.prepare(`
      INSERT INTO face_decisions (face_id, person_id, user_id, decided_at) VALUES (:face, :person, :user, :now)
      ON CONFLICT (face_id) DO UPDATE SET person_id = :person, user_id = :user, decided_at = :now`);
    this.#undecide = db.prepare('DELETE FROM face_decisions WHERE face_id = ?');
    this.#notPerson = db.prepare(`
      INSERT INTO face_refusals (face_id, person_id, user_id, decided_at) VALUES (:face, :person, :user, :now)
      ON CONFLICT DO NOTHING`);
    this.#mayBePerson = db.prepare('DELETE FROM face_refusals WHERE face_id = :face AND person_id = :person');
    this.#notPersons = db.prepare<[number], number>('SELECT person_id FROM face_refusals WHERE face_id = ?').pluck();
    this.#notFace = db.prepare(`
      INSERT INTO face_rejections (face_id, person_id, assigned_by, user_id, decided_at)
        SELECT id, person_id, assigned_by, :user, :now FROM faces WHERE id = :face
      ON CONFLICT DO NOTHING`);
    this.#isFace = db.prepare(
      'DELETE FROM face_rejections WHERE face_id = ? RETURNING person_id AS person, assigned_by AS assignedBy',
    );
    this.#keepApart = db.prepare(`
      INSERT INTO people_kept_apart (low_id, high_id, user_id, decided_at)
        VALUES (min(:a, :b), max(:a, :b), :user, :now)
      ON CONFLICT DO UPDATE SET user_id = :user, decided_at = :now`);
    this.#areKeptApart = db.prepare<[{ a: number; b: number }], number>(`SELECT ${areApart(':a', ':b')}`).pluck();
    this.#follow = followSteps.map((sql) => db.prepare(sql));
    this.#part = partSteps.map((sql) => db.prepare(sql));
    this.#partFaces = partFacesSteps.map((sql) => db.prepare(sql));
    // Refusals that the target lost, because the face was the source's: they come back, unless the face is the target's now.
    this.#endPart = db.prepare(`
      INSERT OR IGNORE INTO face_refusals (face_id, person_id, user_id, decided_at)
        SELECT r.face_id, :target, r.user_id, r.decided_at
        FROM merge_record_refusals r CROSS JOIN faces f ON f.id = r.face_id
        WHERE r.record_id = :id AND r.person_id = :target AND f.person_id IS NOT :target`);
    this.#facesOf = db.prepare(`
      SELECT id, x, y, w, h, ${isDecided('faces.id')} AS decided FROM faces WHERE photo_id = ? ORDER BY id`);
    this.#followFace = ['face_decisions', 'face_refusals', 'face_rejections'].map((table) =>
      db.prepare(`UPDATE ${table} SET face_id = :to WHERE face_id = :from`),
    );
  }

  /** The face is the person's. */
  assign(face: number, person: number, by: Decider): void {
    this.#isFace.get(face);
    this.#mayBePerson.run({ face, person });
    this.#decide.run({ face, person, ...by });
    this.#owners.give(face, person);
  }

  /** The face is not this person's, who had it; it is nobody's now. */
  notPerson(face: number, person: number, by: Decider): void {
    this.#undecide.run(face);
    this.#notPerson.run({ face, person, ...by });
    this.#owners.take(face);
  }

  /** The people that the face is not. */
  notPersons(face: number): number[] {
    return this.#notPersons.all(face);
  }

  /** It is not a face: nobody has it. */
  notFace(face: number, by: Decider): void {
    this.#notFace.run({ face, ...by });
    this.#undecide.run(face);
    this.#owners.take(face);
  }

  /** It is a face after all: who had it before has it again, unless people said that it is not theirs or they are in its photo. */
  isFace(face: number, by: Decider): void {
    const { person = null, assignedBy = 'auto' } = this.#isFace.get(face) ?? {};
    if (person === null) return;
    const isGiven = this.#owners.offer(face, person, assignedBy);
    if (isGiven && assignedBy === 'user') this.#decide.run({ face, person, ...by });
  }

  /** Two people are not one; where that was said before, it is said by this user now. */
  keepApart(a: number, b: number, by: Decider): void {
    this.#keepApart.run({ a, b, ...by });
  }

  areKeptApart(a: number, b: number): boolean {
    return this.#areKeptApart.get({ a, b }) === 1;
  }

  /**
   * The source becomes part of the target: what was decided about the source holds for the target. Faces of the target
   * become nobody's when people said that they are not the source's, or not the target's, and nobody gave them to either.
   */
  follow(merge: Merge): void {
    for (const step of this.#follow) step.run(merge);
    this.#owners.drop(merge.target);
  }

  /** Begins the undo of a merge: the source, who is back, and the target each get what was decided about them. */
  part(undo: Undo): void {
    for (const step of this.#part) step.run(undo);
    this.#records.part(undo);
  }

  /** Goes on with an undo: these faces on record go back, with what was decided about them. */
  partFaces(undo: Undo, faces: readonly number[]): void {
    const piece = { ...undo, faces: JSON.stringify(faces) };
    for (const step of this.#partFaces) step.run(piece);
    this.#owners.return(undo, faces);
  }

  /** Ends an undo, when all faces are back. */
  endPart(undo: Undo): void {
    this.#endPart.run(undo);
  }

  /**
   * The photo `to` takes the place of the photo `from`, with the same content: its faces take over what was decided about
   * those in the same places, unless something was decided about them, too.
   */
  followPhoto({ from, to }: { from: number; to: number }): void {
    const decided = this.#facesOf.all(from).filter((face) => face.decided);
    if (decided.length === 0) return;
    const twins = sameBoxes(this.#facesOf.all(to), decided);
    for (const [index, face] of decided.entries()) {
      const twin = twins[index];
      if (!twin || twin.decided) continue;
      for (const step of this.#followFace) step.run({ from: face.id, to: twin.id });
      this.#records.followFace(face.id, twin.id);
      this.#owners.copy(face.id, twin.id);
    }
  }
}

const followSteps: readonly string[] = [
  'UPDATE face_decisions SET person_id = :target WHERE person_id = :source',
  `INSERT OR IGNORE INTO face_refusals (face_id, person_id, user_id, decided_at)
     SELECT face_id, :target, user_id, decided_at FROM face_refusals WHERE person_id = :source`,
  // That a face is the one's says more than that it is not the other's.
  `DELETE FROM face_refusals WHERE person_id = :target AND EXISTS
     (SELECT 1 FROM face_decisions d WHERE d.face_id = face_refusals.face_id AND d.person_id = :target)`,
  'UPDATE face_rejections SET person_id = :target WHERE person_id = :source',
  `INSERT OR IGNORE INTO people_kept_apart (low_id, high_id, user_id, decided_at)
     SELECT min(other_id, :target), max(other_id, :target), user_id, decided_at
     FROM ${keptApartFrom(':source')} WHERE other_id <> :target`,
];

const partSteps: readonly string[] = [
  // The source is kept apart again from the same people, and from those of whom they are a part by now.
  `INSERT OR IGNORE INTO people_kept_apart (low_id, high_id, user_id, decided_at)
     ${apartAtUndo}
     SELECT min(:source, other_id), max(:source, other_id), user_id, decided_at FROM apart
     WHERE EXISTS (SELECT 1 FROM people WHERE id = other_id) ORDER BY via`,
  // The target no longer is, if it was through the source. A pair that people decided again since has another time.
  `DELETE FROM people_kept_apart WHERE (low_id, high_id, decided_at) IN
     (${apartAtUndo}
      SELECT min(:target, other_id), max(:target, other_id), decided_at FROM apart WHERE added = 1)`,
  // Refusals go back in the same way.
  `INSERT OR IGNORE INTO face_refusals (face_id, person_id, user_id, decided_at)
     SELECT face_id, :source, user_id, decided_at FROM merge_record_refusals
     WHERE record_id = :id AND person_id = :source`,
  `DELETE FROM face_refusals WHERE (face_id, person_id, decided_at) IN
     (SELECT face_id, :target, decided_at FROM merge_record_refusals
      WHERE record_id = :id AND person_id = :source AND added = 1)`,
];

const partFacesSteps: readonly string[] = [
  `UPDATE face_decisions SET person_id = :source WHERE person_id = :target AND face_id IN (${facesOfSource})`,
  `UPDATE face_rejections SET person_id = :source WHERE person_id = :target AND face_id IN (${facesOfSource})`,
  // A face of the source that people took from the target after the merge is neither's.
  `INSERT OR IGNORE INTO face_refusals (face_id, person_id, user_id, decided_at)
     SELECT face_id, :source, user_id, decided_at FROM face_refusals
     WHERE person_id = :target AND face_id IN (${facesOfSource} AND r.dropped = 0)`,
];
