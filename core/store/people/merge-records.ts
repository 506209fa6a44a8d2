import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import type { Decider, Merge } from '../../domain/person.ts';
import { apartAtUndo, areApart, keptApartFrom } from './sql-parts.ts';

/** Seconds for which a merge can be undone: 30 days. */
export const undoableFor = 30 * 86_400;
/** The maximum number of merges that can be undone; the oldest expire first. */
export const maxUndoable = 200;

/** A merge with its record. */
export interface Undo extends Merge {
  /** The id of the record. */
  readonly id: number;
}

/** A merge that is running, can be undone, or is being undone. */
export interface MergeRecord extends Undo {
  readonly state: 'merging' | 'merged' | 'undoing';
  /** The name of the source before the merge, like `nameKey`. */
  readonly name: string | null;
  readonly nameKey: string | null;
  /** Whether the target got its name from the source, and was not renamed since. */
  readonly gaveName: 0 | 1;
  /** Whether the target got its cover by this merge, and no other was chosen since. */
  readonly gaveCover: 0 | 1;
  /** The number of faces of the source, and of the sources of later merges of the same step. */
  readonly faces: number;
  /** The first merge of the step; null if it is this one. */
  readonly step: number | null;
  /** The number of later merges in the same step. */
  readonly others: number;
  /** Epoch seconds. */
  readonly mergedAt: number;
  /** The latest merge of a later step in which the target took part, as source or target; it must be undone first. */
  readonly undoFirst: number | null;
}

type OpenedMerge = Merge & Decider & { gaveCover: 0 | 1; step: number | null };

const select = `SELECT id, state, person_id AS source, target_id AS target, name, name_key AS nameKey,
    gave_name AS gaveName, gave_cover AS gaveCover, step, merged_at AS mergedAt,
    faces + (SELECT coalesce(sum(faces), 0) FROM merge_records s WHERE s.step = r.id) AS faces,
    (SELECT count(*) FROM merge_records s WHERE s.step = r.id) AS others,
    (SELECT later.id FROM merge_records later WHERE later.id > r.id AND later.state <> 'ended'
       AND r.target_id IN (later.person_id, later.target_id)
       AND coalesce(later.step, later.id) <> coalesce(r.step, r.id) ORDER BY later.id DESC LIMIT 1) AS undoFirst
  FROM merge_records r`;

/**
 * Merges that are running, can be undone, or are being undone, each with the state before it. When users decide about a
 * recorded face, a trigger removes the face from the record, because later decisions take precedence. An ended record cannot
 * be undone, and is removed in batches. Methods that write must be called in transactions.
 *
 * - `merge_records`: the source before the merge, and the id of the target.
 * - `merge_record_faces`: owners of faces before the merge. `dropped`: the merge made the face unassigned.
 * - `merge_record_refusals`: `notPerson` decisions. `added`: the target got a copy by this merge.
 * - `merge_record_apart`: people from whom the source was kept apart. `added`: the target got a copy by this merge.
 */
export class MergeRecords {
  readonly #open: Statement<[OpenedMerge], number>;
  readonly #ofStep: Statement<[{ step: number }], MergeRecord>;
  readonly #get: Statement<[number], MergeRecord>;
  readonly #ofSource: Statement<[number], MergeRecord>;
  readonly #latest: Statement<[number], MergeRecord>;
  readonly #unfinished: Statement<[], number>;
  readonly #addFaces: readonly Statement<[Undo & { faces: string; count: number }]>[];
  readonly #addDecisions: readonly Statement<[Undo]>[];
  readonly #done: Statement<[{ id: number; gaveName: 0 | 1 }]>;
  readonly #part: readonly Statement<[Undo]>[];
  readonly #faces: Statement<[{ id: number; limit: number }], number>;
  readonly #dropFaces: Statement<[{ id: number; faces: string }]>;
  readonly #followFace: readonly Statement<[{ from: number; to: number }]>[];
  readonly #gaveCover: Statement<[number], number>;
  readonly #setGaveCover: Statement<[string]>;
  readonly #remove: Statement<[number]>;
  readonly #end: Statement<[number]>;
  readonly #expire: Statement<[{ before: number; most: number }]>;
  readonly #ended: Statement<[], number>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#open = plucked(`
      INSERT INTO merge_records (state, person_id, name, name_key, cover_face_id, hidden, created_at, target_id,
        gave_cover, user_id, merged_at, step)
      SELECT 'merging', id, name, name_key, cover_face_id, hidden, created_at, :target, :gaveCover, :user, :now, :step
      FROM people WHERE id = :source RETURNING id`);
    this.#get = db.prepare(`${select} WHERE id = ? AND state <> 'ended'`);
    this.#ofSource = db.prepare(`${select} WHERE person_id = ? AND state = 'merged'`);
    this.#ofStep = db.prepare(`${select} WHERE (id = :step OR step = :step) AND state = 'merged' ORDER BY id DESC`);
    // Leaves out merges whose target no longer exists, and cannot be restored by another undo.
    this.#latest = db.prepare(`
      ${select} WHERE state = 'merged' AND step IS NULL AND (EXISTS (SELECT 1 FROM people WHERE id = r.target_id)
        OR EXISTS (SELECT 1 FROM merge_records later WHERE later.person_id = r.target_id AND later.state = 'merged'))
      ORDER BY id DESC LIMIT ?`);
    this.#unfinished = plucked(`SELECT id FROM merge_records WHERE state <> 'merged' AND state <> 'ended' ORDER BY id`);
    this.#addFaces = [
      `INSERT OR IGNORE INTO merge_record_faces (record_id, face_id, owner_id, assigned_by, dropped)
         SELECT :id, f.id, :source, f.assigned_by, 0 FROM json_each(:faces) l CROSS JOIN faces f ON f.id = l.value`,
      'UPDATE merge_records SET faces = faces + :count WHERE id = :id',
    ].map((sql) => db.prepare(sql));
    this.#addDecisions = addDecisionsSteps.map((sql) => db.prepare(sql));
    this.#done = db.prepare("UPDATE merge_records SET state = 'merged', gave_name = :gaveName WHERE id = :id");
    this.#part = partSteps.map((sql) => db.prepare(sql));
    this.#faces = plucked('SELECT face_id FROM merge_record_faces WHERE record_id = :id LIMIT :limit');
    this.#dropFaces = db.prepare(`
      DELETE FROM merge_record_faces WHERE record_id = :id AND face_id IN (SELECT value FROM json_each(:faces))`);
    this.#followFace = [
      'UPDATE OR IGNORE merge_record_faces SET face_id = :to WHERE face_id = :from',
      'UPDATE OR IGNORE merge_record_refusals SET face_id = :to WHERE face_id = :from',
      'UPDATE merge_records SET cover_face_id = :to WHERE cover_face_id = :from',
    ].map((sql) => db.prepare(sql));
    this.#gaveCover = plucked(`
      SELECT id FROM merge_records
      WHERE gave_cover = 1 AND target_id IN (SELECT id FROM people WHERE cover_face_id = ?)`);
    this.#setGaveCover = db.prepare(
      'UPDATE merge_records SET gave_cover = 1 WHERE id IN (SELECT value FROM json_each(?))',
    );
    this.#remove = db.prepare('DELETE FROM merge_records WHERE id = ?');
    this.#end = db.prepare("UPDATE merge_records SET state = 'ended' WHERE id = ?");
    this.#expire = db.prepare(`
      UPDATE merge_records SET state = 'ended' WHERE state = 'merged' AND (merged_at < :before
        OR coalesce(step, id) <= coalesce(
          (SELECT coalesce(step, id) FROM merge_records ORDER BY id DESC LIMIT 1 OFFSET :most), 0))`);
    this.#ended = plucked("SELECT id FROM merge_records WHERE state = 'ended' LIMIT 1");
  }

  /** Starts a record with the current state of the source. @returns the record's id */
  open(merge: Merge & { gaveCover: boolean; step?: number | null }, by: Decider): number {
    const id = this.#open.get({ step: null, ...merge, ...by, gaveCover: merge.gaveCover ? 1 : 0 });
    if (id === undefined) throw new Error('SQLite gave a new record no id');
    return id;
  }

  /** Undefined for a merge that is not recorded, or has ended. */
  get(id: number): MergeRecord | undefined {
    return this.#get.get(id);
  }

  /** The merges of one step, latest first. @param step the first of them */
  ofStep(step: number): MergeRecord[] {
    return this.#ofStep.all({ step });
  }

  /** The merge in which the person was the source. */
  ofSource(person: number): MergeRecord | undefined {
    return this.#ofSource.get(person);
  }

  /** The merges that can be undone now or after later ones, latest first. Each step is represented by its first merge. */
  latest(limit: number): MergeRecord[] {
    return this.#latest.all(limit);
  }

  /** Merges and undos that are not complete. */
  unfinished(): number[] {
    return this.#unfinished.all();
  }

  /** Records faces of the source before they move to the target. */
  addFaces({ id, source, target }: Undo, faces: readonly number[]): void {
    for (const step of this.#addFaces) {
      step.run({ id, source, target, faces: JSON.stringify(faces), count: faces.length });
    }
  }

  /** Records the rows that `Decisions.follow` is about to change, after all faces have moved to the target. */
  addDecisions({ id, source, target }: Undo): void {
    for (const step of this.#addDecisions) step.run({ id, source, target });
  }

  /** Marks the merge as complete. */
  done(id: number, gaveName: boolean): void {
    this.#done.run({ id, gaveName: gaveName ? 1 : 0 });
  }

  /** Marks the start of the merge's undo: see `Decisions.part`. */
  part({ id, source, target }: Undo): void {
    for (const step of this.#part) step.run({ id, source, target });
  }

  /** Up to `limit` faces of the record. */
  faces(id: number, limit: number): number[] {
    return this.#faces.all({ id, limit });
  }

  /** Removes faces from the record. */
  dropFaces(id: number, faces: readonly number[]): void {
    this.#dropFaces.run({ id, faces: JSON.stringify(faces) });
  }

  /** Replaces the face `from` by the face `to` in all records. */
  followFace(from: number, to: number): void {
    for (const step of this.#followFace) step.run({ from, to });
  }

  /**
   * Runs `replace`, which replaces the cover `face` by the same face of another photo. Since no user chooses a cover by
   * that, merges that gave it to their targets still count as having done so.
   */
  keepGivenCover(face: number, replace: () => void): void {
    const records = this.#gaveCover.all(face);
    replace();
    if (records.length > 0) this.#setGaveCover.run(JSON.stringify(records));
  }

  /** Removes the record of an undone merge. */
  remove(id: number): void {
    this.#remove.run(id);
  }

  /** Ends a record, so that its merge can no longer be undone. */
  end(id: number): void {
    this.#end.run(id);
  }

  /** Ends the records of merges that are too old, and the oldest ones beyond the maximum number. */
  expire(now: number): void {
    this.#expire.run({ before: now - undoableFor, most: maxUndoable });
  }

  /** Removes a batch of an ended record. @returns whether there may be more to remove */
  removeSome(limit: number): boolean {
    const id = this.#ended.get();
    if (id === undefined) return false;
    const faces = this.faces(id, limit);
    this.dropFaces(id, faces);
    if (faces.length < limit) this.remove(id);
    return true;
  }
}

const addDecisionsSteps: readonly string[] = [
  // All faces that are not the source.
  `INSERT OR IGNORE INTO merge_record_refusals (record_id, face_id, person_id, user_id, decided_at, added)
     SELECT :id, x.face_id, :source, x.user_id, x.decided_at,
       NOT EXISTS (SELECT 1 FROM face_refusals WHERE face_id = x.face_id AND person_id = :target)
     FROM face_refusals x WHERE x.person_id = :source`,
  // Faces that are not the target, whose decision is deleted because users assigned them to the source.
  `INSERT OR IGNORE INTO merge_record_refusals (record_id, face_id, person_id, user_id, decided_at, added)
     SELECT :id, x.face_id, :target, x.user_id, x.decided_at, 0
     FROM face_refusals x CROSS JOIN face_decisions d ON d.face_id = x.face_id AND d.person_id IN (:source, :target)
     WHERE x.person_id = :target`,
  // Faces that become unassigned, because decisions say that they are not the source or not the target.
  `INSERT INTO merge_record_faces (record_id, face_id, owner_id, assigned_by, dropped)
     SELECT :id, f.id, :target, f.assigned_by, 1
     FROM face_refusals x CROSS JOIN faces f ON f.id = x.face_id AND f.person_id = :target
     WHERE x.person_id IN (:source, :target) AND NOT EXISTS
       (SELECT 1 FROM face_decisions WHERE face_id = x.face_id AND person_id IN (:source, :target))
   ON CONFLICT (record_id, face_id) DO UPDATE SET dropped = 1`,
  // Non-faces that the source would get back; `dropped`: a decision says that the face is not the target.
  `INSERT OR IGNORE INTO merge_record_faces (record_id, face_id, owner_id, assigned_by, dropped)
     SELECT :id, x.face_id, :source, x.assigned_by,
       EXISTS (SELECT 1 FROM face_refusals WHERE face_id = x.face_id AND person_id = :target)
     FROM face_rejections x WHERE x.person_id = :source`,
  // People from whom the source is kept apart, possibly including the target.
  `INSERT OR IGNORE INTO merge_record_apart (record_id, other_id, user_id, decided_at, added)
     SELECT :id, x.other_id, x.user_id, x.decided_at,
       x.other_id <> :target AND NOT ${areApart('x.other_id', ':target')} FROM ${keptApartFrom(':source')} x`,
];

const partSteps: readonly string[] = [
  "UPDATE merge_records SET state = 'undoing' WHERE id = :id",
  // A person from whom the source was kept apart may have been the source of a later merge. The record of that merge says
  // that the person was kept apart from the target, which stood for both. It now names the source of this merge, so that an
  // undo of the later merge keeps the person apart from the right one.
  `INSERT OR IGNORE INTO merge_record_apart (record_id, other_id, user_id, decided_at, added)
     ${apartAtUndo}
     SELECT later.id, :source, apart.user_id, apart.decided_at,
       NOT EXISTS (SELECT 1 FROM apart before WHERE before.other_id = later.target_id AND before.via < later.id)
     FROM apart JOIN merge_records later ON later.person_id = apart.other_id AND later.state = 'merged'
     ORDER BY apart.via`,
  // It no longer names the target if this merge was the only reason to keep the person apart from the target.
  `DELETE FROM merge_record_apart WHERE other_id = :target AND record_id IN
     (${apartAtUndo}
      SELECT later.id FROM apart JOIN merge_records later ON later.person_id = apart.other_id AND later.state = 'merged'
      WHERE apart.added = 1)`,
];
