import { vectorToBlob } from '../db/vectors.ts';
import type { Db, Statement } from '../db/open.ts';
import { retryDelay } from '../domain/retry-delay.ts';

/** A photo whose faces and embedding are still to be found, or to be found with other models. */
export interface DueAnalysis {
  readonly id: number;
  readonly uid: string;
  readonly kind: 'image' | 'video' | 'live' | 'raw';
  readonly attempts: number;
}

export interface FoundFace {
  /** Fractions of the upright photo. */
  readonly box: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly score: number;
  /** 512 values. */
  readonly embedding: Float32Array;
}

export interface Analysis {
  /** Names all models that took part. */
  readonly models: string;
  /** Null when no face models are installed: faces that are known stay. */
  readonly faces: { readonly model: string; readonly found: readonly FoundFace[] } | null;
  readonly image: { readonly model: string; readonly embedding: Float32Array } | null;
}

interface KnownFace {
  readonly id: number;
  readonly assignedBy: 'auto' | 'user' | 'propagated';
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

interface FaceColumns {
  x: number;
  y: number;
  w: number;
  h: number;
  points: string;
  score: number;
  model: string;
  embedding: Buffer;
}

const FACE_DIMENSIONS = 512;

/** Two boxes that share more than this part of their union show the same face. */
const SAME_FACE = 0.5;

/** The machine-learning stage of each photo: `waiting` → `done` or `failed`. */
export class Analyses {
  readonly #wait: Statement<[number]>;
  readonly #keep: Statement<[number]>;
  readonly #due: Statement<[{ now: number; limit: number }], DueAnalysis>;
  readonly #dueCount: Statement<[{ now: number }], number>;
  readonly #outdate: Statement<[{ models: string; limit: number }]>;
  readonly #done: Statement<[{ id: number; models: string }]>;
  readonly #fail: Statement<[{ id: number; reason: string; attempts: number; retryAt: number }]>;
  readonly #retryFailed: Statement<[]>;
  readonly #facesOf: Statement<[number], KnownFace>;
  readonly #addFace: Statement<[FaceColumns & { photoId: number }]>;
  readonly #updateFace: Statement<[FaceColumns & { id: number }]>;
  readonly #removeFace: Statement<[number]>;
  readonly #embedding: Statement<[{ photoId: number; model: string; embedding: Buffer }]>;

  constructor(db: Db) {
    this.#wait = db.prepare(`
      INSERT INTO analyses (photo_id) VALUES (?)
      ON CONFLICT (photo_id) DO UPDATE SET state = 'waiting', error = NULL, attempts = 0, retry_at = 0`);
    this.#keep = db.prepare('INSERT OR IGNORE INTO analyses (photo_id) VALUES (?)');
    const due = `
      FROM analyses JOIN photos ON photos.id = analyses.photo_id
      WHERE analyses.state <> 'done' AND analyses.retry_at <= :now AND photos.deleted_at IS NULL`;
    this.#due = db.prepare(`
      SELECT photos.id, photos.uid, photos.kind, analyses.attempts ${due}
      ORDER BY analyses.retry_at, analyses.photo_id LIMIT :limit`);
    // The few deleted ones are taken off, rather than a million photos looked at to see that they are not.
    const waiting = `analyses.state <> 'done' AND analyses.retry_at <= :now`;
    this.#dueCount = db
      .prepare<[{ now: number }], number>(
        `SELECT (SELECT count(*) FROM analyses INDEXED BY analyses_due WHERE ${waiting}) -
           (SELECT count(*) FROM photos CROSS JOIN analyses ON analyses.photo_id = photos.id
             WHERE photos.deleted_at IS NOT NULL AND ${waiting})`,
      )
      .pluck();
    this.#outdate = db.prepare(`
      UPDATE analyses SET state = 'waiting', attempts = 0, retry_at = 0 WHERE photo_id IN (
        SELECT photo_id FROM analyses WHERE state = 'done' AND (models < :models OR models > :models) LIMIT :limit)`);
    this.#done = db.prepare(`
      UPDATE analyses SET state = 'done', models = :models, error = NULL, attempts = 0, retry_at = 0
      WHERE photo_id = :id`);
    this.#fail = db.prepare(`
      UPDATE analyses SET state = 'failed', error = :reason, attempts = :attempts, retry_at = :retryAt
      WHERE photo_id = :id`);
    this.#retryFailed = db.prepare(`UPDATE analyses SET retry_at = 0 WHERE state = 'failed'`);

    this.#facesOf = db.prepare('SELECT id, assigned_by AS assignedBy, x, y, w, h FROM faces WHERE photo_id = ?');
    this.#addFace = db.prepare(`
      INSERT INTO faces (photo_id, x, y, w, h, points, score, model, embedding)
      VALUES (:photoId, :x, :y, :w, :h, :points, :score, :model, :embedding)`);
    this.#updateFace = db.prepare(`
      UPDATE faces SET x = :x, y = :y, w = :w, h = :h, points = :points, score = :score, model = :model,
        embedding = :embedding WHERE id = :id`);
    this.#removeFace = db.prepare('DELETE FROM faces WHERE id = ?');
    this.#embedding = db.prepare(`
      INSERT INTO image_embeddings (photo_id, model, embedding) VALUES (:photoId, :model, :embedding)
      ON CONFLICT (model, photo_id) DO UPDATE SET embedding = excluded.embedding`);
  }

  /** The photo's content is new: it waits for its analysis. */
  wait(photoId: number): void {
    this.#wait.run(photoId);
  }

  /** The photo's content is known: its analysis, if there is one, stays. */
  keep(photoId: number): void {
    this.#keep.run(photoId);
  }

  due(now: number, limit: number): DueAnalysis[] {
    return this.#due.all({ now, limit });
  }

  dueCount(now: number): number {
    return this.#dueCount.get({ now }) ?? 0;
  }

  /** Sends up to `limit` photos that other models analysed through the stage again. @returns how many */
  outdate(models: string, limit: number): number {
    return this.#outdate.run({ models, limit }).changes;
  }

  fail(photoId: number, attempts: number, reason: string, now: number): void {
    this.#fail.run({ id: photoId, reason, attempts, retryAt: now + retryDelay(attempts) });
  }

  retryFailed(): number {
    return this.#retryFailed.run().changes;
  }

  /** Writes a result. Call it in a transaction. */
  store(photoId: number, { models, faces, image }: Analysis): void {
    if (faces) this.#replaceFaces(photoId, faces.model, faces.found);
    if (image) {
      const embedding = vectorToBlob(image.embedding, image.embedding.length);
      this.#embedding.run({ photoId, model: image.model, embedding });
    }
    this.#done.run({ id: photoId, models });
  }

  /**
   * A face that was known keeps its id, and with it its person and all that users decided. Of those not found again,
   * only the ones stay that a user assigned.
   */
  #replaceFaces(photoId: number, model: string, found: readonly FoundFace[]): void {
    const known = this.#facesOf.all(photoId);
    for (const { box, points, score, embedding } of found) {
      const columns: FaceColumns = {
        ...box,
        points: JSON.stringify(points),
        score,
        model,
        embedding: vectorToBlob(embedding, FACE_DIMENSIONS),
      };
      const same = mostAlike(known, box);
      if (same) {
        known.splice(known.indexOf(same), 1);
        this.#updateFace.run({ ...columns, id: same.id });
      } else {
        this.#addFace.run({ ...columns, photoId });
      }
    }
    for (const { id, assignedBy } of known) {
      if (assignedBy !== 'user') this.#removeFace.run(id);
    }
  }
}

function mostAlike(known: readonly KnownFace[], box: FoundFace['box']): KnownFace | undefined {
  let best: KnownFace | undefined;
  let bestOverlap = SAME_FACE;
  for (const face of known) {
    const overlap = overlapOf(face, box);
    if (overlap > bestOverlap) [best, bestOverlap] = [face, overlap];
  }
  return best;
}

/** Intersection over union. */
function overlapOf(a: FoundFace['box'], b: FoundFace['box']): number {
  const width = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  const shared = width * height;
  return shared / (a.w * a.h + b.w * b.h - shared);
}
