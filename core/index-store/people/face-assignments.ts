import type { Db, Statement } from '../../db/open.ts';
import { vectorToBlob } from '../../db/vectors.ts';
import { faceDimensions } from '../../domain/face-dimensions.ts';
import { isFace } from './is-face.ts';

/** A face as it was when the clusterer read it. */
export interface SeenFace {
  readonly id: number;
  readonly personId: number | null;
  readonly embedding: Float32Array;
}

interface Joining {
  /** The person that stays. */
  readonly to: number;
  /** The anonymous person that becomes part of it. */
  readonly from: number;
}

/**
 * Writes which faces the clusterer gives to whom. What people did while it computed always holds: each write looks again
 * whether it still may.
 */
export class FaceAssignments {
  readonly #looked: Statement<[Omit<SeenFace, 'embedding'> & { model: string; embedding: Buffer }]>;
  readonly #isThere: Statement<[number], number>;
  readonly #assign: Statement<[{ id: number; personId: number }]>;
  readonly #create: Statement<[{ now: number }], number>;
  readonly #remove: Statement<[number]>;
  readonly #mayJoin: Statement<[Joining], number>;
  readonly #moveFaces: Statement<[Joining & { limit: number }]>;
  readonly #joinRefusals: Statement<[Joining]>;
  readonly #joinRejections: Statement<[Joining]>;
  readonly #joinApart: Statement<[Joining]>;
  readonly #faceless: Statement<[number], number>;
  readonly #forget: Statement<[{ from: number; to: number }]>;
  readonly #lastFace: Statement<[], number>;

  constructor(db: Db) {
    this.#looked = db.prepare(`
      UPDATE faces SET clustered = 1 WHERE id = :id AND person_id IS :personId
        AND EXISTS (SELECT 1 FROM face_embeddings WHERE model = :model AND face_id = :id AND embedding = :embedding)`);
    this.#isThere = db.prepare<[number], number>('SELECT EXISTS (SELECT 1 FROM people WHERE id = ?)').pluck();
    this.#assign = db.prepare(`
      UPDATE faces SET person_id = :personId, assigned_by = 'auto' WHERE id = :id AND person_id IS NULL
        AND ${isFace(':id')}
        AND EXISTS (SELECT 1 FROM people WHERE id = :personId)
        AND NOT EXISTS (SELECT 1 FROM face_refusals WHERE face_id = :id AND person_id = :personId)
        AND NOT EXISTS (SELECT 1 FROM faces other WHERE other.person_id = :personId AND other.photo_id = faces.photo_id)`);
    this.#create = db
      .prepare<[{ now: number }], number>('INSERT INTO people (created_at) VALUES (:now) RETURNING id')
      .pluck();
    this.#remove = db.prepare('DELETE FROM people WHERE id = ?');
    this.#mayJoin = db
      .prepare<[Joining], number>(
        `SELECT EXISTS (SELECT 1 FROM people WHERE id = :to)
           AND EXISTS (SELECT 1 FROM people WHERE id = :from AND name IS NULL AND cover_face_id IS NULL AND hidden = 0)
           AND NOT EXISTS (SELECT 1 FROM face_decisions WHERE person_id = :from)
           AND NOT EXISTS (SELECT 1 FROM people_merges WHERE from_id IN (:from, :to) OR to_id = :from)
           AND NOT EXISTS (SELECT 1 FROM merge_records WHERE target_id = :from AND state <> 'ended')
           AND NOT EXISTS (SELECT 1 FROM merge_records WHERE person_id IN (:from, :to) AND state = 'undoing')
           AND NOT EXISTS (SELECT 1 FROM people_kept_apart WHERE low_id = min(:to, :from) AND high_id = max(:to, :from))
           AND NOT EXISTS (SELECT 1 FROM face_refusals r CROSS JOIN faces f ON f.id = r.face_id
             WHERE r.person_id = :to AND f.person_id = :from)
           AND NOT EXISTS (SELECT 1 FROM face_refusals r CROSS JOIN faces f ON f.id = r.face_id
             WHERE r.person_id = :from AND f.person_id = :to)`,
      )
      .pluck();
    this.#moveFaces = db.prepare(`
      UPDATE faces SET person_id = :to, assigned_by = 'auto' WHERE id IN (
        SELECT id FROM faces x WHERE x.person_id = :from AND NOT EXISTS
          (SELECT 1 FROM faces y INDEXED BY faces_person WHERE y.person_id = :to AND y.photo_id = x.photo_id)
        LIMIT :limit)`);
    this.#joinRefusals = db.prepare(`
      INSERT OR IGNORE INTO face_refusals (face_id, person_id, user_id, decided_at)
        SELECT face_id, :to, user_id, decided_at FROM face_refusals WHERE person_id = :from`);
    this.#joinRejections = db.prepare('UPDATE face_rejections SET person_id = :to WHERE person_id = :from');
    this.#joinApart = db.prepare(`
      INSERT OR IGNORE INTO people_kept_apart (low_id, high_id, user_id, decided_at)
        SELECT min(other, :to), max(other, :to), user_id, decided_at FROM (
          SELECT low_id AS other, user_id, decided_at FROM people_kept_apart WHERE high_id = :from
          UNION ALL SELECT high_id, user_id, decided_at FROM people_kept_apart WHERE low_id = :from)
        WHERE other <> :to`);
    this.#faceless = db
      .prepare<[number], number>('SELECT NOT EXISTS (SELECT 1 FROM faces WHERE person_id = ?)')
      .pluck();
    this.#forget = db.prepare(`
      UPDATE faces SET clustered = 0 WHERE id > :from AND id <= :to AND person_id IS NULL AND clustered = 1`);
    this.#lastFace = db.prepare<[], number>('SELECT id FROM faces ORDER BY id DESC LIMIT 1').pluck();
  }

  /** The clusterer has looked at the face. @returns whether it still is as it was: nobody else's, and with that embedding */
  looked({ id, personId, embedding }: SeenFace, model: string): boolean {
    return this.#looked.run({ id, personId, embedding: vectorToBlob(embedding, faceDimensions), model }).changes > 0;
  }

  /** Whether there still is such a person. */
  isThere(personId: number): boolean {
    return this.#isThere.get(personId) === 1;
  }

  /** Gives a face that belongs to nobody to a person, if it still may be theirs. @returns whether it is */
  assign(faceId: number, personId: number): boolean {
    return this.#assign.run({ id: faceId, personId }).changes > 0;
  }

  /** A new person without a name, of those faces that still belong to nobody: null when they are fewer than `least`. */
  found(faceIds: readonly number[], least: number, now: number): number | null {
    const personId = this.#create.get({ now });
    if (personId === undefined) throw new Error('SQLite gave a new person no id');
    let faces = 0;
    for (const id of faceIds) if (this.assign(id, personId)) faces += 1;
    if (faces >= least) return personId;
    // Its faces belong to nobody again by that.
    this.#remove.run(personId);
    return null;
  }

  /**
   * Moves up to `limit` faces of an anonymous person to another, and at last what people said about it; then it is gone.
   * Call it, each time in a transaction, until it returns 'done', or 'no' when the two may not become one (any more).
   */
  join(from: number, to: number, limit: number): 'more' | 'done' | 'no' {
    if (this.#mayJoin.get({ from, to }) !== 1) return 'no';
    if (this.#moveFaces.run({ from, to, limit }).changes === limit) return 'more';
    // Both are in one photo now: each keeps the rest.
    if (this.#faceless.get(from) !== 1) return 'no';
    this.#joinRefusals.run({ from, to });
    this.#joinRejections.run({ from, to });
    this.#joinApart.run({ from, to });
    this.#remove.run(from);
    return 'done';
  }

  /** Has faces that belong to nobody looked at again: those of the next `limit` ids. @returns the last one; null at the end */
  forget(after: number, limit: number): number | null {
    if (after >= (this.#lastFace.get() ?? 0)) return null;
    this.#forget.run({ from: after, to: after + limit });
    return after + limit;
  }
}
