import type { Db, Statement } from '../../db/open.ts';
import { isFace } from './is-face.ts';

/** Who decided, and when in epoch seconds. */
export interface Decider {
  readonly user: number;
  readonly now: number;
}

/** Whose face it was before somebody said that it is none. */
interface Rejection {
  person: number | null;
  assignedBy: 'auto' | 'user' | 'propagated';
}

interface Pair {
  face: number;
  person: number;
}

/** Writes what people decide about single faces. Call it in transactions. */
export class FaceDecisions {
  readonly #decide: Statement<[Pair & Decider]>;
  readonly #undecide: Statement<[number]>;
  readonly #refuse: Statement<[Pair & Decider]>;
  readonly #allow: Statement<[Pair]>;
  readonly #give: Statement<[Pair]>;
  readonly #take: Statement<[number]>;
  readonly #makeRoom: Statement<[Pair]>;
  readonly #propagate: Statement<[Pair]>;
  readonly #refused: Statement<[number], number>;
  readonly #reject: Statement<[{ face: number } & Decider]>;
  readonly #rejection: Statement<[number], Rejection>;
  readonly #accept: Statement<[number]>;
  readonly #giveBack: Statement<[Pair & Pick<Rejection, 'assignedBy'>]>;

  constructor(db: Db) {
    this.#decide = db.prepare(`
      INSERT INTO face_decisions (face_id, person_id, user_id, decided_at) VALUES (:face, :person, :user, :now)
      ON CONFLICT (face_id) DO UPDATE SET person_id = :person, user_id = :user, decided_at = :now`);
    this.#undecide = db.prepare('DELETE FROM face_decisions WHERE face_id = ?');
    this.#refuse = db.prepare(`
      INSERT INTO face_refusals (face_id, person_id, user_id, decided_at) VALUES (:face, :person, :user, :now)
      ON CONFLICT DO NOTHING`);
    this.#allow = db.prepare('DELETE FROM face_refusals WHERE face_id = :face AND person_id = :person');
    this.#give = db.prepare(`UPDATE faces SET person_id = :person, assigned_by = 'user' WHERE id = :face`);
    this.#take = db.prepare(`UPDATE faces SET person_id = NULL, assigned_by = 'auto' WHERE id = ?`);
    this.#makeRoom = db.prepare(`
      UPDATE faces SET person_id = NULL, assigned_by = 'auto'
      WHERE person_id = :person AND photo_id = (SELECT photo_id FROM faces WHERE id = :face) AND id <> :face
        AND assigned_by <> 'user'`);
    this.#propagate = db.prepare(`
      UPDATE faces SET person_id = :person, assigned_by = 'propagated'
      WHERE id = :face AND person_id IS NULL
        AND EXISTS (SELECT 1 FROM photos WHERE id = faces.photo_id AND listed = 1)
        AND NOT EXISTS (SELECT 1 FROM face_decisions WHERE face_id = :face)
        AND NOT EXISTS (SELECT 1 FROM face_refusals WHERE face_id = :face)
        AND ${isFace(':face')}
        AND NOT EXISTS (SELECT 1 FROM faces o INDEXED BY faces_person
          WHERE o.person_id = :person AND o.photo_id = faces.photo_id)`);
    this.#refused = db.prepare<[number], number>('SELECT person_id FROM face_refusals WHERE face_id = ?').pluck();
    this.#reject = db.prepare(`
      INSERT INTO face_rejections (face_id, person_id, assigned_by, user_id, decided_at)
        SELECT id, person_id, assigned_by, :user, :now FROM faces WHERE id = :face
      ON CONFLICT DO NOTHING`);
    this.#rejection = db.prepare(
      'SELECT person_id AS person, assigned_by AS assignedBy FROM face_rejections WHERE face_id = ?',
    );
    this.#accept = db.prepare('DELETE FROM face_rejections WHERE face_id = ?');
    this.#giveBack = db.prepare(`
      UPDATE faces SET person_id = :person, assigned_by = :assignedBy
      WHERE id = :face AND person_id IS NULL
        AND NOT EXISTS (SELECT 1 FROM face_refusals WHERE face_id = :face AND person_id = :person)
        AND (:assignedBy = 'user' OR NOT EXISTS (SELECT 1 FROM faces o INDEXED BY faces_person
          WHERE o.person_id = :person AND o.photo_id = faces.photo_id))`);
  }

  /**
   * The face is the person's. Nobody is twice in a photo: another face in it that a model took for the person is nobody's
   * again, unlike one that somebody said is theirs too, as in a mirror.
   */
  assign(face: number, person: number, by: Decider): void {
    this.#accept.run(face);
    this.#allow.run({ face, person });
    this.#decide.run({ face, person, ...by });
    this.#give.run({ face, person });
    this.#makeRoom.run({ face, person });
  }

  /** The face is not the person's, and nobody's for now. */
  unassign(face: number, person: number, by: Decider): void {
    this.#undecide.run(face);
    this.#refuse.run({ face, person, ...by });
    this.#take.run(face);
  }

  /**
   * Gives the person a face that is like one that somebody gave them, unless anybody decided anything about it or the
   * person is in its photo. @returns whether it is theirs now
   */
  propagate(face: number, person: number): boolean {
    return this.#propagate.run({ face, person }).changes > 0;
  }

  /** It is not a face: nobody has it. */
  reject(face: number, by: Decider): void {
    this.#reject.run({ face, ...by });
    this.#undecide.run(face);
    this.#take.run(face);
  }

  /** It is a face after all: whose it was has it again, unless somebody said that it is not theirs or they are in its photo. */
  accept(face: number, by: Decider): void {
    const rejection = this.#rejection.get(face);
    this.#accept.run(face);
    if (rejection?.person == null) return;
    const { person, assignedBy } = rejection;
    const isGiven = this.#giveBack.run({ face, person, assignedBy }).changes > 0;
    if (isGiven && assignedBy === 'user') this.#decide.run({ face, person, ...by });
  }

  /** The persons that the face is not. */
  refusedBy(face: number): number[] {
    return this.#refused.all(face);
  }
}
