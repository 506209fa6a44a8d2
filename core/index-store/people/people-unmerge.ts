import type { Db, Statement } from '../../db/open.ts';
import type { Merge } from './people-merge.ts';

/** Which merge is undone, in the names of the merge: `from` is the one who comes back. */
export interface Unmerge extends Merge {
  /** Of the record. */
  readonly id: number;
}

type Piece = Unmerge & { readonly faces: string };

/** SQL: faces of a piece that were of the one who comes back. */
const theirs = `SELECT r.face_id FROM json_each(:faces) l
  CROSS JOIN merge_record_faces r ON r.record_id = :id AND r.face_id = l.value AND r.owner_id = :from`;

/** SQL: other merges into the same person, `s`. */
const siblings = `merge_records s WHERE s.target_id = :to AND s.state = 'merged' AND s.id <> :id`;

/** SQL: those of them by which somebody said that a face on record is not of the one who stays. */
const refusing = `SELECT m.record_id FROM merge_record_refusals m
  WHERE m.face_id = merge_record_faces.face_id AND m.person_id <> :to AND m.added = 1
    AND m.record_id IN (SELECT s.id FROM ${siblings})`;

/**
 * Gives back what a merge took from somebody, by its record. What people decided since holds. Faces go back some at a
 * time, as they went.
 */
export class PeopleUnmerge {
  readonly #begin: readonly Statement<[Unmerge]>[];
  readonly #revive: Statement<[Unmerge & { name: string | null; key: string | null }]>;
  readonly #handCoverOn: Statement<[Unmerge]>;
  readonly #next: Statement<[{ id: number; limit: number }], number>;
  readonly #pieces: readonly Statement<[Piece]>[];
  readonly #end: readonly Statement<[Unmerge]>[];
  readonly #nextName: Statement<[Unmerge], { id: number; name: string; nameKey: string }>;
  readonly #gaveName: Statement<[number]>;

  constructor(db: Db) {
    this.#revive = db.prepare(`
      INSERT INTO people (id, name, name_key, cover_face_id, hidden, created_at)
      SELECT person_id, :name, :key, (SELECT id FROM faces WHERE id = r.cover_face_id), hidden, created_at
      FROM merge_records r WHERE r.id = :id AND r.person_id = :from AND r.target_id = :to`);
    this.#begin = [
      "UPDATE merge_records SET state = 'undoing' WHERE id = :id AND person_id = :from AND target_id = :to",
      ...apartSteps,
      ...refusalSteps,
    ].map((sql) => db.prepare<[Unmerge]>(sql));
    // The other has the cover also for the looks of those who came later, unless it goes.
    this.#handCoverOn = db.prepare(`
      UPDATE merge_records SET gave_cover = 1
      WHERE id = (SELECT s.id FROM ${siblings} ORDER BY s.id LIMIT 1)
        AND NOT EXISTS (SELECT 1 FROM people n JOIN merge_record_faces f ON f.face_id = n.cover_face_id
          WHERE n.id = :to AND f.record_id = :id AND f.owner_id = :from)`);
    this.#next = db
      .prepare<[{ id: number; limit: number }], number>(
        'SELECT face_id FROM merge_record_faces WHERE record_id = :id LIMIT :limit',
      )
      .pluck();
    this.#pieces = [
      `UPDATE face_decisions SET person_id = :from WHERE person_id = :to AND face_id IN (${theirs})`,
      `UPDATE face_rejections SET person_id = :from WHERE person_id = :to AND face_id IN (${theirs})`,
      `UPDATE faces SET person_id = :from WHERE person_id = :to AND id IN (${theirs} AND r.dropped = 0)`,
      // Somebody said since that it is not theirs, who were one: it is of neither.
      `INSERT OR IGNORE INTO face_refusals (face_id, person_id, user_id, decided_at)
         SELECT face_id, :from, user_id, decided_at FROM face_refusals x
         WHERE person_id = :to AND face_id IN (${theirs} AND r.dropped = 0) AND NOT EXISTS
           (SELECT 1 FROM merge_record_refusals m WHERE m.face_id = x.face_id AND m.added = 1
              AND m.record_id IN (SELECT s.id FROM ${siblings}))`,
      // What the merge left to nobody, or what had to make room since. Who is in a photo twice by merges alone was so before.
      `UPDATE faces SET (person_id, assigned_by) = (SELECT r.owner_id, r.assigned_by FROM merge_record_faces r
           WHERE r.record_id = :id AND r.face_id = faces.id)
         WHERE person_id IS NULL AND id IN (
           SELECT f.id FROM json_each(:faces) l
             CROSS JOIN merge_record_faces r ON r.record_id = :id AND r.face_id = l.value AND r.assigned_by <> 'user'
             CROSS JOIN faces f ON f.id = r.face_id
           WHERE NOT EXISTS (SELECT 1 FROM face_rejections WHERE face_id = f.id)
             AND NOT EXISTS (SELECT 1 FROM face_refusals WHERE face_id = f.id AND person_id = r.owner_id)
             AND NOT EXISTS (SELECT 1 FROM faces o INDEXED BY faces_person
               WHERE o.person_id = r.owner_id AND o.photo_id = f.photo_id
                 AND NOT EXISTS (SELECT 1 FROM merge_record_faces WHERE face_id = o.id)))`,
      // What another merge would have left to nobody as well comes back with that one.
      `UPDATE OR IGNORE merge_record_faces SET record_id = (${refusing} LIMIT 1)
         WHERE record_id = :id AND face_id IN (SELECT value FROM json_each(:faces)) AND owner_id = :to AND dropped = 1
           AND EXISTS (SELECT 1 FROM faces WHERE id = face_id AND person_id IS NULL) AND EXISTS (${refusing})`,
      'DELETE FROM merge_record_faces WHERE record_id = :id AND face_id IN (SELECT value FROM json_each(:faces))',
    ].map((sql) => db.prepare<[Piece]>(sql));
    this.#end = [
      // At last: only now it is clear whose each face is.
      `INSERT OR IGNORE INTO face_refusals (face_id, person_id, user_id, decided_at)
         SELECT r.face_id, :to, r.user_id, r.decided_at
         FROM merge_record_refusals r CROSS JOIN faces f ON f.id = r.face_id
         WHERE r.record_id = :id AND r.person_id = :to AND f.person_id IS NOT :to`,
      'DELETE FROM merge_records WHERE id = :id AND person_id = :from AND target_id = :to',
    ].map((sql) => db.prepare<[Unmerge]>(sql));
    this.#nextName = db.prepare(`
      SELECT s.id, s.name, s.name_key AS nameKey FROM ${siblings} AND s.name IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM people WHERE name_key = s.name_key)
      ORDER BY s.id LIMIT 1`);
    this.#gaveName = db.prepare('UPDATE merge_records SET gave_name = 1 WHERE id = ?');
  }

  /** The one who went is there again, without faces, and with what was decided about others. Call it in a transaction. */
  begin(unmerge: Unmerge, name: string | null, key: string | null): void {
    this.#revive.run({ ...unmerge, name, key });
    for (const step of this.#begin) step.run(unmerge);
  }

  /** Another merge is the reason now for the cover that the one gave. @returns whether there is one, and the cover stays */
  handCoverOn(unmerge: Unmerge): boolean {
    return this.#handCoverOn.run(unmerge).changes > 0;
  }

  /** The name that the one who stayed would have got from another merge. */
  nextName(unmerge: Unmerge): { id: number; name: string; nameKey: string } | undefined {
    return this.#nextName.get(unmerge);
  }

  /** The one who stayed has the name by that merge now. */
  gaveName(record: number): void {
    this.#gaveName.run(record);
  }

  /** Gives back up to `limit` faces. @returns how many were looked at; when they are fewer, that was the last */
  giveBack(unmerge: Unmerge, limit: number): number {
    const ids = this.#next.all({ id: unmerge.id, limit });
    const faces = JSON.stringify(ids);
    for (const step of this.#pieces) step.run({ ...unmerge, faces });
    return ids.length;
  }

  /** All faces are back: the merge is undone, and off record. */
  end(unmerge: Unmerge): void {
    for (const step of this.#end) step.run(unmerge);
  }
}

/** SQL: merges, `m`, of those from whom the one who stays is kept apart by this merge alone. */
const mergedOn = `merge_record_apart own JOIN merge_records m ON own.record_id = :id AND own.added = 1
  AND m.person_id = own.other_id AND m.state = 'merged'`;

const isThere = (id: string): string => `EXISTS (SELECT 1 FROM people WHERE id = ${id})`;

const apartSteps: readonly string[] = [
  `INSERT OR IGNORE INTO people_kept_apart (low_id, high_id, user_id, decided_at)
     SELECT min(:from, other_id), max(:from, other_id), user_id, decided_at FROM merge_record_apart
     WHERE record_id = :id AND ${isThere('other_id')}`,
  // Who became part of somebody else since is kept apart as part of them, and by themselves once that is undone.
  `INSERT OR IGNORE INTO people_kept_apart (low_id, high_id, user_id, decided_at)
     SELECT min(:from, m.target_id), max(:from, m.target_id), a.user_id, a.decided_at
     FROM merge_record_apart a JOIN merge_records m ON m.person_id = a.other_id AND m.state = 'merged'
     WHERE a.record_id = :id AND m.target_id <> :from AND ${isThere('m.target_id')}`,
  `INSERT OR IGNORE INTO merge_record_apart (record_id, other_id, user_id, decided_at, added)
     SELECT m.id, :from, a.user_id, a.decided_at, 1
     FROM merge_record_apart a JOIN merge_records m ON m.person_id = a.other_id AND m.state = 'merged'
     WHERE a.record_id = :id AND m.target_id <> :from`,
  // The one who stays was kept apart from those, too, but for the merge.
  `DELETE FROM people_kept_apart WHERE (low_id, high_id, decided_at) IN
     (SELECT min(:to, m.target_id), max(:to, m.target_id), a.decided_at
      FROM ${mergedOn} JOIN merge_record_apart a ON a.record_id = m.id AND a.other_id = :to AND a.added = 1)`,
  `DELETE FROM merge_record_apart WHERE other_id = :to AND record_id IN (SELECT m.id FROM ${mergedOn})`,
  // What somebody said again since has another time.
  `DELETE FROM people_kept_apart WHERE (low_id, high_id, decided_at) IN
     (SELECT min(:to, other_id), max(:to, other_id), decided_at FROM merge_record_apart
      WHERE record_id = :id AND added = 1)`,
  `UPDATE merge_record_apart SET added = 1 WHERE record_id IN (SELECT s.id FROM ${siblings}) AND other_id IN
     (SELECT other_id FROM merge_record_apart WHERE record_id = :id AND added = 1)`,
  `INSERT OR IGNORE INTO people_kept_apart (low_id, high_id, user_id, decided_at)
     SELECT min(:to, a.other_id), max(:to, a.other_id), a.user_id, a.decided_at
     FROM merge_record_apart own JOIN merge_record_apart a ON a.other_id = own.other_id
     WHERE own.record_id = :id AND own.added = 1 AND a.record_id IN (SELECT s.id FROM ${siblings})
       AND a.other_id NOT IN (:to, :from) AND ${isThere('a.other_id')}`,
];

const refusalSteps: readonly string[] = [
  `DELETE FROM face_refusals WHERE (face_id, person_id, decided_at) IN
     (SELECT face_id, :to, decided_at FROM merge_record_refusals
      WHERE record_id = :id AND person_id = :from AND added = 1)`,
  // The same where another merge took it away again, since it brought the face to the one who stays.
  `DELETE FROM merge_record_refusals
   WHERE record_id IN (SELECT s.id FROM ${siblings}) AND person_id = :to AND (face_id, decided_at) IN
     (SELECT face_id, decided_at FROM merge_record_refusals
      WHERE record_id = :id AND person_id = :from AND added = 1)
     AND NOT EXISTS (SELECT 1 FROM merge_record_refusals x WHERE x.face_id = merge_record_refusals.face_id
       AND x.person_id <> :to AND x.record_id IN (SELECT s.id FROM ${siblings}))`,
  `UPDATE merge_record_refusals SET added = 1
   WHERE record_id IN (SELECT s.id FROM ${siblings}) AND person_id <> :to AND face_id IN
     (SELECT face_id FROM merge_record_refusals WHERE record_id = :id AND person_id = :from AND added = 1)`,
  `INSERT OR IGNORE INTO face_refusals (face_id, person_id, user_id, decided_at)
     SELECT x.face_id, :to, x.user_id, x.decided_at
     FROM merge_record_refusals own JOIN merge_record_refusals x ON x.face_id = own.face_id AND x.person_id <> :to
     WHERE own.record_id = :id AND own.person_id = :from AND own.added = 1
       AND x.record_id IN (SELECT s.id FROM ${siblings})
       AND NOT EXISTS (SELECT 1 FROM faces WHERE id = x.face_id AND person_id = :to)`,
  `INSERT OR IGNORE INTO face_refusals (face_id, person_id, user_id, decided_at)
     SELECT face_id, :from, user_id, decided_at FROM merge_record_refusals
     WHERE record_id = :id AND person_id = :from`,
];
