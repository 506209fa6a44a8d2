import { vectorToBlob, vectorToHalfBlob } from '../db/vectors.ts';
import type { Db, Statement } from '../db/open.ts';
import { retryDelay } from '../domain/retry-delay.ts';

/** A photo whose faces and embedding are still to be found, or to be found with other models. */
export interface DueAnalysis {
  readonly id: number;
  readonly uid: string;
  readonly kind: 'image' | 'video' | 'live' | 'raw';
  readonly attempts: number;
  /** The models that it has been through. */
  readonly facesBy: string | null;
  readonly imageBy: string | null;
}

/** The models that are installed, as texts; null where there are none of the kind. */
export interface AnalysisModels {
  readonly faces: string | null;
  readonly image: string | null;
}

export interface FoundFace {
  /** Fractions of the upright photo. */
  readonly box: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly points: readonly (readonly [x: number, y: number])[];
  readonly score: number;
  /** 0 to 1: how much the face tells of who it is. */
  readonly quality: number;
  /** 512 values. */
  readonly embedding: Float32Array;
}

/** What models found in one photo. A part that did not run is null: what is known of it stays. */
export interface Analysis {
  /** `by`: detector and embedder; `model`: the embedder, under which the embeddings are kept. */
  readonly faces: { readonly by: string; readonly model: string; readonly found: readonly FoundFace[] } | null;
  /** `embedding` is null where there is nothing to see, as in a film without a thumbnail. */
  readonly image: { readonly model: string; readonly embedding: Float32Array | null } | null;
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
  quality: number;
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
  readonly #outdate: Statement<[AnalysisModels & { limit: number }]>;
  readonly #done: Statement<[AnalysisModels & { id: number }]>;
  readonly #fail: Statement<[{ id: number; reason: string; attempts: number; retryAt: number }]>;
  readonly #retryFailed: Statement<[]>;
  readonly #facesOf: Statement<[number], KnownFace>;
  readonly #addFace: Statement<[FaceColumns & { photoId: number }], number>;
  readonly #updateFace: Statement<[FaceColumns & { id: number }]>;
  readonly #removeFace: Statement<[number]>;
  readonly #faceEmbedding: Statement<[{ faceId: number; model: string; embedding: Buffer }]>;
  readonly #imageEmbedding: Statement<[{ photoId: number; model: string; embedding: Buffer }]>;

  constructor(db: Db) {
    this.#wait = db.prepare(`
      INSERT INTO analyses (photo_id) VALUES (?)
      ON CONFLICT (photo_id) DO UPDATE SET state = 'waiting', error = NULL, attempts = 0, retry_at = 0,
        faces_by = NULL, image_by = NULL, tagged_by = NULL`);
    this.#keep = db.prepare('INSERT OR IGNORE INTO analyses (photo_id) VALUES (?)');
    const due = `
      FROM analyses JOIN photos ON photos.id = analyses.photo_id
      WHERE analyses.state <> 'done' AND analyses.retry_at <= :now AND photos.deleted_at IS NULL`;
    this.#due = db.prepare(`
      SELECT photos.id, photos.uid, photos.kind, analyses.attempts,
        analyses.faces_by AS facesBy, analyses.image_by AS imageBy ${due}
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
        SELECT photo_id FROM analyses WHERE state = 'done' AND faces_by IS NULL AND :faces IS NOT NULL
        UNION ALL SELECT photo_id FROM analyses WHERE state = 'done' AND (faces_by < :faces OR faces_by > :faces)
        UNION ALL SELECT photo_id FROM analyses WHERE state = 'done' AND image_by IS NULL AND :image IS NOT NULL
        UNION ALL SELECT photo_id FROM analyses WHERE state = 'done' AND (image_by < :image OR image_by > :image)
        LIMIT :limit)`);
    this.#done = db.prepare(`
      UPDATE analyses SET state = 'done', error = NULL, attempts = 0, retry_at = 0,
        faces_by = coalesce(:faces, faces_by), image_by = coalesce(:image, image_by)
      WHERE photo_id = :id`);
    this.#fail = db.prepare(`
      UPDATE analyses SET state = 'failed', error = :reason, attempts = :attempts, retry_at = :retryAt
      WHERE photo_id = :id`);
    this.#retryFailed = db.prepare(`UPDATE analyses SET retry_at = 0 WHERE state = 'failed'`);

    this.#facesOf = db.prepare('SELECT id, assigned_by AS assignedBy, x, y, w, h FROM faces WHERE photo_id = ?');
    this.#addFace = db
      .prepare<[FaceColumns & { photoId: number }], number>(
        `INSERT INTO faces (photo_id, x, y, w, h, points, score, quality)
         VALUES (:photoId, :x, :y, :w, :h, :points, :score, :quality) RETURNING id`,
      )
      .pluck();
    this.#updateFace = db.prepare(`
      UPDATE faces SET x = :x, y = :y, w = :w, h = :h, points = :points, score = :score, quality = :quality,
        clustered = 0 WHERE id = :id`);
    this.#removeFace = db.prepare('DELETE FROM faces WHERE id = ?');
    this.#faceEmbedding = db.prepare(`
      INSERT INTO face_embeddings (face_id, model, embedding) VALUES (:faceId, :model, :embedding)
      ON CONFLICT (model, face_id) DO UPDATE SET embedding = excluded.embedding`);
    this.#imageEmbedding = db.prepare(`
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

  /** Sends up to `limit` photos that these models have not seen through the stage again. @returns how many */
  outdate({ faces, image }: AnalysisModels, limit: number): number {
    return this.#outdate.run({ faces, image, limit }).changes;
  }

  fail(photoId: number, attempts: number, reason: string, now: number): void {
    this.#fail.run({ id: photoId, reason, attempts, retryAt: now + retryDelay(attempts) });
  }

  retryFailed(): number {
    return this.#retryFailed.run().changes;
  }

  /** Writes a result. Call it in a transaction. */
  store(photoId: number, { faces, image }: Analysis): void {
    if (faces) this.#replaceFaces(photoId, faces.model, faces.found);
    if (image?.embedding) {
      const embedding = vectorToHalfBlob(image.embedding);
      this.#imageEmbedding.run({ photoId, model: image.model, embedding });
    }
    this.#done.run({ id: photoId, faces: faces?.by ?? null, image: image?.model ?? null });
  }

  /**
   * A face that was known keeps its id, and with it its person and all that users decided. Of those not found again,
   * only the ones stay that a user assigned.
   */
  #replaceFaces(photoId: number, model: string, found: readonly FoundFace[]): void {
    const known = this.#facesOf.all(photoId);
    for (const { box, points, score, quality, embedding } of found) {
      const columns: FaceColumns = {
        ...box,
        points: JSON.stringify(points),
        score,
        quality,
      };
      const same = mostAlike(known, box);
      if (same) {
        known.splice(known.indexOf(same), 1);
        this.#updateFace.run({ ...columns, id: same.id });
      }
      const faceId = same?.id ?? this.#addFace.get({ ...columns, photoId });
      if (faceId === undefined) throw new Error('SQLite gave a new face no id');
      this.#faceEmbedding.run({ faceId, model, embedding: vectorToBlob(embedding, FACE_DIMENSIONS) });
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
