import type { Db, Statement } from '../../db/open.ts';
import type { Decider, Merge } from '../../domain/person.ts';
import { sameBoxes } from '../../domain/same-boxes.ts';
import type { Box } from '../../plugin-api/toolkit/boxes.ts';
import { FaceOwners, type AssignedBy } from './face-owners.ts';
import { MergeRecords, type Undo } from './merge-records.ts';
import { People } from './people.ts';
import { apartAtUndo, areApart, isCover, isDecided, keptApartFrom } from './sql-parts.ts';

interface Pair {
  readonly face: number;
  readonly person: number;
}

interface PhotoFace extends Box {
  readonly id: number;
  /** Whether there is any decision about the face. */
  readonly decided: 0 | 1;
  /** Whether it is a person’s chosen cover. */
  readonly cover: 0 | 1;
}

type UndoneFaces = Undo & { readonly faces: string };

/** Of the faces in :faces, those that the source had before the merge :id. */
const facesOfSource = `SELECT r.face_id FROM json_each(:faces) l
  CROSS JOIN merge_record_faces r ON r.record_id = :id AND r.face_id = l.value AND r.owner_id = :source`;

/**
 * Users' decisions about faces. Only this class writes the tables, and keeps the owners of faces consistent with them. Must
 * be called in transactions.
 *
 * - `face_decisions`: the face is this person. A face has at most one.
 * - `face_refusals`, in code `notPerson`: the face is not this person. A face has any number of them.
 * - `face_rejections`, in code `notFace`: this is not a face. The row stores the face's previous owner.
 * - `face_ignores`: the face is not to be named. It stays unassigned until a user assigns it.
 * - `people_kept_apart`: two people are not the same person.
 */
export class Decisions {
  readonly #owners: FaceOwners;
  readonly #records: MergeRecords;
  readonly #people: People;
  readonly #decide: Statement<[Pair & Decider]>;
  readonly #undecide: Statement<[number]>;
  readonly #notPerson: Statement<[Pair & Decider]>;
  readonly #mayBePerson: Statement<[Pair]>;
  readonly #notPersons: Statement<[number], number>;
  readonly #notFace: Statement<[{ face: number } & Decider]>;
  readonly #isFace: Statement<[number], { person: number | null; assignedBy: AssignedBy }>;
  readonly #ignore: Statement<[{ face: number } & Decider]>;
  readonly #unignore: Statement<[number]>;
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
    this.#people = new People(db);
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
    this.#ignore = db.prepare(`
      INSERT INTO face_ignores (face_id, user_id, decided_at) VALUES (:face, :user, :now) ON CONFLICT DO NOTHING`);
    this.#unignore = db.prepare('DELETE FROM face_ignores WHERE face_id = ?');
    this.#keepApart = db.prepare(`
      INSERT INTO people_kept_apart (low_id, high_id, user_id, decided_at)
        VALUES (min(:a, :b), max(:a, :b), :user, :now)
      ON CONFLICT DO UPDATE SET user_id = :user, decided_at = :now`);
    this.#areKeptApart = db.prepare<[{ a: number; b: number }], number>(`SELECT ${areApart(':a', ':b')}`).pluck();
    this.#follow = followSteps.map((sql) => db.prepare(sql));
    this.#part = partSteps.map((sql) => db.prepare(sql));
    this.#partFaces = partFacesSteps.map((sql) => db.prepare(sql));
    // Restores "not the target" for faces for which the merge deleted it because users had assigned them to the source. A
    // face that now belongs to the target is left out.
    this.#endPart = db.prepare(`
      INSERT OR IGNORE INTO face_refusals (face_id, person_id, user_id, decided_at)
        SELECT r.face_id, :target, r.user_id, r.decided_at
        FROM merge_record_refusals r CROSS JOIN faces f ON f.id = r.face_id
        WHERE r.record_id = :id AND r.person_id = :target AND f.person_id IS NOT :target`);
    this.#facesOf = db.prepare(`
      SELECT id, x, y, w, h, ${isDecided('faces.id')} AS decided, ${isCover('faces.id')} AS cover
      FROM faces WHERE photo_id = ? ORDER BY id`);
    this.#followFace = ['face_decisions', 'face_refusals', 'face_rejections', 'face_ignores'].map((table) =>
      db.prepare(`UPDATE ${table} SET face_id = :to WHERE face_id = :from`),
    );
  }

  /** Assigns the face to the person. */
  assign(face: number, person: number, by: Decider): void {
    this.#isFace.get(face);
    this.#unignore.run(face);
    this.#mayBePerson.run({ face, person });
    this.#decide.run({ face, person, ...by });
    this.#owners.give(face, person);
  }

  /** Marks the face as not being this person, to whom it was assigned; it becomes unassigned. */
  notPerson(face: number, person: number, by: Decider): void {
    this.#undecide.run(face);
    this.#notPerson.run({ face, person, ...by });
    this.#owners.take(face);
  }

  /**
   * Undoes the decision that the face is the person: it becomes unassigned, and may be assigned to the person automatically.
   */
  unassign(face: number): void {
    this.#undecide.run(face);
    this.#owners.take(face);
  }

  /** The people whom the face is not, by decision. */
  notPersons(face: number): number[] {
    return this.#notPersons.all(face);
  }

  /** Marks the detection as not being a face: it becomes unassigned, and no list shows it. */
  notFace(face: number, by: Decider): void {
    this.#notFace.run({ face, ...by });
    this.#undecide.run(face);
    this.#owners.take(face);
  }

  /**
   * Undoes `notFace`. The previous owner gets the face back, unless a decision says that it is not theirs. An owner assigned
   * by a model does not get it back either if they have another face in the photo now.
   */
  isFace(face: number, by: Decider): void {
    const { person = null, assignedBy = 'auto' } = this.#isFace.get(face) ?? {};
    if (person === null) return;
    const isGiven = this.#owners.offer(face, person, assignedBy);
    if (isGiven && assignedBy === 'user') this.#decide.run({ face, person, ...by });
  }

  /** Ignores an unassigned face: it is not grouped, and no list of faces to name shows it. */
  ignore(face: number, by: Decider): void {
    this.#ignore.run({ face, ...by });
  }

  /** Undoes `ignore`: the face waits for a name again. */
  unignore(face: number): void {
    this.#unignore.run(face);
  }

  /** Marks two people as different people. An existing decision gets this user and time. */
  keepApart(a: number, b: number, by: Decider): void {
    this.#keepApart.run({ a, b, ...by });
  }

  areKeptApart(a: number, b: number): boolean {
    return this.#areKeptApart.get({ a, b }) === 1;
  }

  /**
   * Merges the decisions of the source into the target. A face of the target becomes unassigned if a decision says that it
   * is not the source or not the target, unless a user assigned it to either.
   */
  follow(merge: Merge): void {
    for (const step of this.#follow) step.run(merge);
    this.#owners.drop(merge.target);
  }

  /** Starts the undo of a merge, after the source was restored: source and target each get their own decisions back. */
  part(undo: Undo): void {
    for (const step of this.#part) step.run(undo);
    this.#records.part(undo);
  }

  /** Continues an undo: these recorded faces get their old owners and decisions back. */
  partFaces(undo: Undo, faces: readonly number[]): void {
    const piece = { ...undo, faces: JSON.stringify(faces) };
    for (const step of this.#partFaces) step.run(piece);
    this.#owners.return(undo, faces);
  }

  /** Ends an undo, after all recorded faces have their old owners back. */
  endPart(undo: Undo): void {
    this.#endPart.run(undo);
  }

  /**
   * Moves decisions when the photo `to` replaces the photo `from`, which has the same content. A face of `to` takes over the
   * decisions about the face of `from` at the same position, unless it has decisions of its own. A chosen cover follows.
   */
  followPhoto({ from, to }: { from: number; to: number }): void {
    const following = this.#facesOf.all(from).filter((face) => face.decided || face.cover);
    if (following.length === 0) return;
    const twins = sameBoxes(this.#facesOf.all(to), following);
    for (const [index, face] of following.entries()) {
      const twin = twins[index];
      if (!twin) continue;
      // A face that is only a cover brings no decision: its owner goes to a twin of which nobody has said anything.
      if (!twin.decided && (face.decided || !twin.cover)) {
        for (const step of this.#followFace) step.run({ from: face.id, to: twin.id });
        this.#records.followFace(face.id, twin.id);
        this.#owners.copy(face.id, twin.id);
      }
      this.#records.keepGivenCover(face.id, () => {
        this.#people.followCover(face.id, twin.id);
      });
    }
  }
}

const followSteps: readonly string[] = [
  // A face that users assigned to the source is assigned to the target.
  'UPDATE face_decisions SET person_id = :target WHERE person_id = :source',
  // A face that is not the source is not the target either.
  `INSERT OR IGNORE INTO face_refusals (face_id, person_id, user_id, decided_at)
     SELECT face_id, :target, user_id, decided_at FROM face_refusals WHERE person_id = :source`,
  // Of "is the target" and "is not the target" for one face, the first wins.
  `DELETE FROM face_refusals WHERE person_id = :target AND EXISTS
     (SELECT 1 FROM face_decisions d WHERE d.face_id = face_refusals.face_id AND d.person_id = :target)`,
  // If its "not a face" is undone, the face goes to the target instead of the source.
  'UPDATE face_rejections SET person_id = :target WHERE person_id = :source',
  // A person who is kept apart from the source is kept apart from the target, too.
  `INSERT OR IGNORE INTO people_kept_apart (low_id, high_id, user_id, decided_at)
     SELECT min(other_id, :target), max(other_id, :target), user_id, decided_at
     FROM ${keptApartFrom(':source')} WHERE other_id <> :target`,
];

const partSteps: readonly string[] = [
  // The source is kept apart from the same people as before, or from those into whom these were merged since. Of several
  // reasons to keep two people apart, the first wins.
  `INSERT OR IGNORE INTO people_kept_apart (low_id, high_id, user_id, decided_at)
     ${apartAtUndo}
     SELECT min(:source, other_id), max(:source, other_id), user_id, decided_at FROM apart
     WHERE EXISTS (SELECT 1 FROM people WHERE id = other_id) ORDER BY via`,
  // The target is no longer kept apart from people for whom this merge was the only reason. A pair that users decided again
  // since the merge has another time, and stays.
  `DELETE FROM people_kept_apart WHERE (low_id, high_id, decided_at) IN
     (${apartAtUndo}
      SELECT min(:target, other_id), max(:target, other_id), decided_at FROM apart WHERE added = 1)`,
  // A face that was not the source before the merge is not the source again.
  `INSERT OR IGNORE INTO face_refusals (face_id, person_id, user_id, decided_at)
     SELECT face_id, :source, user_id, decided_at FROM merge_record_refusals
     WHERE record_id = :id AND person_id = :source`,
  // The face may be the target again, if this merge was the only reason against it. A later decision has another time.
  `DELETE FROM face_refusals WHERE (face_id, person_id, decided_at) IN
     (SELECT face_id, :target, decided_at FROM merge_record_refusals
      WHERE record_id = :id AND person_id = :source AND added = 1)`,
];

const partFacesSteps: readonly string[] = [
  // Decisions about the source's faces name the source again, and so do its "not a face" rows.
  `UPDATE face_decisions SET person_id = :source WHERE person_id = :target AND face_id IN (${facesOfSource})`,
  `UPDATE face_rejections SET person_id = :source WHERE person_id = :target AND face_id IN (${facesOfSource})`,
  // A face of the source that users marked as not the target after the merge is not the source either.
  `INSERT OR IGNORE INTO face_refusals (face_id, person_id, user_id, decided_at)
     SELECT face_id, :source, user_id, decided_at FROM face_refusals
     WHERE person_id = :target AND face_id IN (${facesOfSource} AND r.dropped = 0)`,
];
