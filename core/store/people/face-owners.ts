import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import { vectorToBlob } from '../../db/vectors.ts';
import { faceDimensions } from '../../domain/face-dimensions.ts';
import type { Merge } from '../../domain/person.ts';
import { isDecided, isToBeNamed, mayBe } from './sql-parts.ts';

/** `user`: by a decision. `propagated`: similar to a face that a user assigned to the person. `auto`: by the clusterer. */
export type AssignedBy = 'auto' | 'user' | 'propagated';

/** A face as it was when the clusterer read it. */
export interface FaceState {
  readonly id: number;
  readonly personId: number | null;
  readonly embedding: Float32Array;
}

interface Ownership {
  readonly face: number;
  readonly person: number;
  readonly assignedBy: AssignedBy;
}

type Piece = Merge & { readonly faces: string };
type UndonePiece = Piece & { readonly id: number };

/** SQL: the photo has a face of the person. */
const isInPhoto = (person: string, photo: string): string =>
  `EXISTS (SELECT 1 FROM faces other INDEXED BY faces_person WHERE other.person_id = ${person} AND other.photo_id = ${photo})`;

const inList = 'IN (SELECT value FROM json_each(:faces))';

/**
 * The owner of each face, and whether the clusterer has examined it. Only this class writes `person_id`, `assigned_by` and
 * `clustered` of `faces`; `FoundFaces` writes the other columns, from models. Must be called in transactions.
 */
export class FaceOwners {
  readonly #give: Statement<[Omit<Ownership, 'assignedBy'>]>;
  readonly #take: Statement<[number]>;
  readonly #makeRoom: Statement<[Omit<Ownership, 'assignedBy'>]>;
  readonly #offer: Statement<[Ownership]>;
  readonly #examined: Statement<[Omit<FaceState, 'embedding'> & { model: string; embedding: Buffer }]>;
  readonly #examineAgain: Statement<[{ faces: string }]>;
  readonly #examineLoose: Statement<[{ after: number; upTo: number }]>;
  readonly #lastFace: Statement<[], number | null>;
  readonly #some: Statement<[{ person: number; limit: number }], number>;
  readonly #move: Statement<[Piece]>;
  readonly #moveSingle: Statement<[Merge & { limit: number }]>;
  readonly #drop: Statement<[{ person: number }]>;
  readonly #return: Statement<[UndonePiece]>;
  readonly #returnLoose: Statement<[UndonePiece]>;
  readonly #copy: Statement<[{ from: number; to: number }]>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#give = db.prepare(`UPDATE faces SET person_id = :person, assigned_by = 'user' WHERE id = :face`);
    this.#take = db.prepare(`UPDATE faces SET person_id = NULL, assigned_by = 'auto' WHERE id = ?`);
    this.#makeRoom = db.prepare(`
      UPDATE faces SET person_id = NULL, assigned_by = 'auto'
      WHERE person_id = :person AND photo_id = (SELECT photo_id FROM faces WHERE id = :face) AND id <> :face
        AND assigned_by <> 'user'`);
    this.#offer = db.prepare(`
      UPDATE faces SET person_id = :person, assigned_by = :assignedBy
      WHERE id = :face AND person_id IS NULL AND ${isToBeNamed(':face')} AND ${mayBe(':face', ':person')}
        AND EXISTS (SELECT 1 FROM people WHERE id = :person)
        AND (:assignedBy = 'user' OR NOT ${isInPhoto(':person', 'faces.photo_id')})
        AND (:assignedBy <> 'propagated' OR (NOT ${isDecided(':face')}
          AND EXISTS (SELECT 1 FROM photos WHERE id = faces.photo_id AND listed = 1)))`);

    this.#examined = db.prepare(`
      UPDATE faces SET clustered = 1 WHERE id = :id AND person_id IS :personId
        AND EXISTS (SELECT 1 FROM face_embeddings WHERE model = :model AND face_id = :id AND embedding = :embedding)`);
    this.#examineAgain = db.prepare(`UPDATE faces SET clustered = 0 WHERE id ${inList} AND clustered <> 0`);
    this.#examineLoose = db.prepare(`
      UPDATE faces SET clustered = 0 WHERE id > :after AND id <= :upTo AND person_id IS NULL AND clustered = 1`);
    this.#lastFace = plucked('SELECT max(id) FROM faces');

    this.#some = plucked('SELECT id FROM faces WHERE person_id = :person LIMIT :limit');
    this.#move = db.prepare(`UPDATE faces SET person_id = :target WHERE id ${inList} AND person_id = :source`);
    this.#moveSingle = db.prepare(`
      UPDATE faces SET person_id = :target, assigned_by = 'auto' WHERE id IN (
        SELECT id FROM faces x WHERE x.person_id = :source AND NOT ${isInPhoto(':target', 'x.photo_id')} LIMIT :limit)`);
    this.#drop = db.prepare(`
      UPDATE faces SET person_id = NULL, assigned_by = 'auto'
      WHERE id IN (SELECT face_id FROM face_refusals WHERE person_id = :person) AND person_id = :person`);

    this.#return = db.prepare(`
      UPDATE faces SET person_id = :source WHERE person_id = :target AND id IN (
        SELECT r.face_id FROM json_each(:faces) l CROSS JOIN merge_record_faces r
          ON r.record_id = :id AND r.face_id = l.value AND r.owner_id = :source)`);
    // The owner before the merge must not get a second face in a photo. Faces that are recorded themselves are ignored,
    // since the person had both before the merge.
    this.#returnLoose = db.prepare(`
      UPDATE faces SET (person_id, assigned_by) = (SELECT r.owner_id, r.assigned_by FROM merge_record_faces r
          WHERE r.record_id = :id AND r.face_id = faces.id)
        WHERE person_id IS NULL AND id IN (
          SELECT f.id FROM json_each(:faces) l
            CROSS JOIN merge_record_faces r ON r.record_id = :id AND r.face_id = l.value AND r.assigned_by <> 'user'
            CROSS JOIN faces f ON f.id = r.face_id
          WHERE ${isToBeNamed('f.id')} AND ${mayBe('f.id', 'r.owner_id')}
            AND NOT EXISTS (SELECT 1 FROM faces other INDEXED BY faces_person
              WHERE other.person_id = r.owner_id AND other.photo_id = f.photo_id
                AND NOT EXISTS (SELECT 1 FROM merge_record_faces WHERE face_id = other.id)))`);
    this.#copy = db.prepare(`
      UPDATE faces SET (person_id, assigned_by) = (SELECT person_id, assigned_by FROM faces WHERE id = :from)
      WHERE id = :to`);
  }

  /**
   * Assigns the face to the person, by decision. A person appears only once in a photo, so another face of the photo that a
   * model assigned to the person becomes unassigned. One that was also assigned by decision, such as a reflection, stays.
   */
  give(face: number, person: number): void {
    this.#give.run({ face, person });
    this.#makeRoom.run({ face, person });
  }

  /** Makes the face unassigned. */
  take(face: number): void {
    this.#take.run(face);
  }

  /**
   * Assigns an unassigned face to a person, unless decisions say that it is not the person, not a face, or ignored. Except
   * for `user`, no other face of the photo may be assigned to the person. A `propagated` face must be in a listed photo, and
   * without any decision.
   * @returns whether the face is now assigned to the person
   */
  offer(face: number, person: number, assignedBy: AssignedBy): boolean {
    return this.#offer.run({ face, person, assignedBy }).changes > 0;
  }

  /** Marks the face as examined by the clusterer. @returns whether it still has the same owner and embedding */
  examined({ id, personId, embedding }: FaceState, model: string): boolean {
    return this.#examined.run({ id, personId, embedding: vectorToBlob(embedding, faceDimensions), model }).changes > 0;
  }

  /** Queues these faces for the clusterer again. */
  examineAgain(faces: readonly number[]): void {
    this.#examineAgain.run({ faces: JSON.stringify(faces) });
  }

  /**
   * Queues unassigned faces among the next `limit` ids for the clusterer again.
   * @returns the last id; null at the end
   */
  examineLoose(after: number, limit: number): number | null {
    if (after >= (this.#lastFace.get() ?? 0)) return null;
    this.#examineLoose.run({ after, upTo: after + limit });
    return after + limit;
  }

  /** Up to `limit` faces of a person. */
  some(person: number, limit: number): number[] {
    return this.#some.all({ person, limit });
  }

  /** Moves these faces of the source to the target. */
  move(merge: Merge, faces: readonly number[]): void {
    this.#move.run({ ...merge, faces: JSON.stringify(faces) });
  }

  /**
   * Moves up to `limit` faces of the source to the target, from photos without a face of the target.
   * @returns their number
   */
  moveSingle({ source, target }: Merge, limit: number): number {
    return this.#moveSingle.run({ source, target, limit }).changes;
  }

  /** Unassigns the faces of a person that are not theirs by decision. */
  drop(person: number): void {
    this.#drop.run({ person });
  }

  /**
   * Undoes the merge `id` for these faces: faces of the target that the source had return to the source, and unassigned ones
   * to their owner before the merge, which was one of the two.
   */
  return({ id, source, target }: Merge & { id: number }, faces: readonly number[]): void {
    const piece = { id, source, target, faces: JSON.stringify(faces) };
    this.#return.run(piece);
    this.#returnLoose.run(piece);
  }

  /** Gives the face `to` the owner of the face `from`. */
  copy(from: number, to: number): void {
    this.#copy.run({ from, to });
  }
}
