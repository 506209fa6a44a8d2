import type { Db, Statement } from '../../db/open.ts';
import type { Decider } from './face-decisions.ts';
import type { Merge } from './people-merge.ts';

/** How long a merge can be undone, in seconds: 30 days. */
export const undoableFor = 30 * 86_400;
/** The merges that can be undone at most. */
export const mostUndoable = 200;

/** A merge that was, and that is not undone. */
export interface MergeRecord extends Merge {
  readonly id: number;
  /** `undoing`: begun, and to be ended. */
  readonly state: 'merging' | 'merged' | 'undoing' | 'ended';
  /** Of the one who went. */
  readonly name: string | null;
  readonly nameKey: string | null;
  /** The one who stayed has the name of the other by it. */
  readonly gaveName: 0 | 1;
  readonly gaveCover: 0 | 1;
  /** Faces that went over. */
  readonly faces: number;
  /** Epoch seconds. */
  readonly mergedAt: number;
}

const columns = `id, state, person_id AS "from", target_id AS "to", name, name_key AS nameKey, gave_name AS gaveName,
  gave_cover AS gaveCover, faces, merged_at AS mergedAt`;

/** What merges there were, for as long as they can be undone. Call what writes in transactions. */
export class MergeRecords {
  readonly #open: Statement<[Merge & Decider & { gaveCover: 0 | 1 }], number>;
  readonly #merging: Statement<[number], number>;
  readonly #done: Statement<[{ id: number; gaveName: 0 | 1 }]>;
  readonly #get: Statement<[number], MergeRecord>;
  readonly #latest: Statement<[number], MergeRecord>;
  readonly #into: Statement<[number], MergeRecord>;
  readonly #undoing: Statement<[], MergeRecord>;
  readonly #remove: Statement<[number]>;
  readonly #end: Statement<[number]>;
  readonly #expire: Statement<[{ before: number; most: number }]>;
  readonly #ended: Statement<[], number>;
  readonly #dropFaces: Statement<[{ id: number; limit: number }]>;

  constructor(db: Db) {
    this.#open = db
      .prepare<[Merge & Decider & { gaveCover: 0 | 1 }], number>(
        `INSERT INTO merge_records (state, person_id, name, name_key, cover_face_id, hidden, created_at, target_id,
           gave_cover, user_id, merged_at)
         SELECT 'merging', id, name, name_key, cover_face_id, hidden, created_at, :to, :gaveCover, :user, :now
         FROM people WHERE id = :from RETURNING id`,
      )
      .pluck();
    this.#merging = db
      .prepare<[number], number>("SELECT id FROM merge_records WHERE person_id = ? AND state = 'merging'")
      .pluck();
    this.#done = db.prepare("UPDATE merge_records SET state = 'merged', gave_name = :gaveName WHERE id = :id");
    this.#get = db.prepare(`SELECT ${columns} FROM merge_records WHERE id = ? AND state <> 'ended'`);
    this.#latest = db.prepare(`
      SELECT ${columns} FROM merge_records WHERE state = 'merged' AND EXISTS
        (SELECT 1 FROM people WHERE id = merge_records.target_id)
      ORDER BY id DESC LIMIT ?`);
    this.#into = db.prepare(`SELECT ${columns} FROM merge_records WHERE person_id = ? AND state = 'merged'`);
    this.#undoing = db.prepare(`SELECT ${columns} FROM merge_records WHERE state = 'undoing' ORDER BY id`);
    this.#remove = db.prepare('DELETE FROM merge_records WHERE id = ?');
    this.#end = db.prepare("UPDATE merge_records SET state = 'ended' WHERE id = ?");
    this.#expire = db.prepare(`
      UPDATE merge_records SET state = 'ended' WHERE state = 'merged' AND (merged_at < :before
        OR id <= coalesce((SELECT id FROM merge_records ORDER BY id DESC LIMIT 1 OFFSET :most), 0))`);
    this.#ended = db.prepare<[], number>("SELECT id FROM merge_records WHERE state = 'ended' LIMIT 1").pluck();
    this.#dropFaces = db.prepare(`
      DELETE FROM merge_record_faces WHERE record_id = :id AND face_id IN
        (SELECT face_id FROM merge_record_faces WHERE record_id = :id LIMIT :limit)`);
  }

  /** Before a merge: what the one who goes is now. @returns the record's id */
  open(merge: Merge & { gaveCover: boolean }, by: Decider): number {
    const id = this.#open.get({ ...merge, ...by, gaveCover: merge.gaveCover ? 1 : 0 });
    if (id === undefined) throw new Error('SQLite gave a new record no id');
    return id;
  }

  /** The record of a merge that is not at its end; null for one that an older version of the program began. */
  merging(from: number): number | null {
    return this.#merging.get(from) ?? null;
  }

  /** The merge is at its end. */
  done(id: number, gaveName: boolean): void {
    this.#done.run({ id, gaveName: gaveName ? 1 : 0 });
  }

  get(id: number): MergeRecord | undefined {
    return this.#get.get(id);
  }

  /** Merges whose undo nothing stands against, the latest first. */
  latest(limit: number): MergeRecord[] {
    return this.#latest.all(limit);
  }

  /** The merge by which somebody went. */
  ofPerson(id: number): MergeRecord | undefined {
    return this.#into.get(id);
  }

  /** Undos that were begun, and not ended. */
  undoing(): MergeRecord[] {
    return this.#undoing.all();
  }

  /** It can be undone no more, and is removed by and by. */
  end(id: number): void {
    this.#end.run(id);
  }

  /** What is too old, or more than are kept, can be undone no more. */
  expire(now: number): void {
    this.#expire.run({ before: now - undoableFor, most: mostUndoable });
  }

  /** Removes a part of what can be undone no more. @returns whether there may be more */
  removeSome(faces: number): boolean {
    const id = this.#ended.get();
    if (id === undefined) return false;
    if (this.#dropFaces.run({ id, limit: faces }).changes < faces) this.#remove.run(id);
    return true;
  }
}
