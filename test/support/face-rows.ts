import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import sharp from 'sharp';
import type { Db } from '../../core/db/open.ts';
import { vectorToBlob } from '../../core/db/vectors.ts';
import { faceCropPath } from '../../core/domain/face-crop-path.ts';

const faceModel = 'crafted@1';

/** What a test defines of a face; the rest has default values. */
export interface FaceFacts {
  /** The id of the photo's row. */
  readonly photo: number;
  readonly person?: number;
  readonly assignedBy?: 'auto' | 'user' | 'propagated';
  /** The components of the embedding along each axis. It is normalised to length 1. */
  readonly like?: Readonly<Record<number, number>>;
  readonly score?: number;
  readonly quality?: number;
  /** 0: no crop. */
  readonly crop?: number;
}

/** Writes faces as the indexer stores them, with the current model. */
export class FaceRows {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
    db.prepare(
      `INSERT INTO current_models (kind, model, dimensions, edge, link) VALUES ('face', ?, 512, 0.46, 0.35)`,
    ).run(faceModel);
  }

  /** @returns the row's id */
  add({ photo, person, assignedBy = 'auto', like, score = 0.9, quality = 0.5, crop = 1 }: FaceFacts): number {
    const id = Number(
      this.#db
        .prepare(
          `INSERT INTO faces (photo_id, person_id, assigned_by, x, y, w, h, points, score, quality, crop)
           VALUES (?, ?, ?, 0.25, 0.5, 0.125, 0.25, '[]', ?, ?, ?)`,
        )
        .run(photo, person ?? null, assignedBy, score, quality, crop).lastInsertRowid,
    );
    if (assignedBy === 'user' && person !== undefined) {
      this.#db.prepare('INSERT INTO face_decisions (face_id, person_id, decided_at) VALUES (?, ?, 0)').run(id, person);
    }
    if (like) this.embed(id, like);
    return id;
  }

  /** Adds an embedding of the face, also for another model. */
  embed(face: number, like: Readonly<Record<number, number>>, model = faceModel): void {
    this.#db
      .prepare('INSERT INTO face_embeddings (face_id, model, embedding) VALUES (?, ?, ?)')
      .run(face, model, vectorToBlob(direction(like), 512));
  }

  /** @returns the row's id */
  person(name: string | null = null): number {
    return Number(
      this.#db.prepare('INSERT INTO people (name, name_key, created_at) VALUES (:name, lower(:name), 0)').run({ name })
        .lastInsertRowid,
    );
  }

  /** The person of the face, and how it was assigned. */
  assignment(id: number): { person: number | null; by: string; decided: number | null; refused: number[] } {
    const row = this.#db
      .prepare<[number], { person: number | null; by: string; decided: number | null }>(
        `SELECT f.person_id AS person, assigned_by AS "by", d.person_id AS decided
         FROM faces f LEFT JOIN face_decisions d ON d.face_id = f.id WHERE f.id = ?`,
      )
      .get(id)!;
    const refused = this.#db
      .prepare<[number], number>('SELECT person_id FROM face_refusals WHERE face_id = ? ORDER BY person_id')
      .pluck()
      .all(id);
    return { ...row, refused };
  }
}

/** Writes a crop of one colour to the indexer's path for it. @returns its bytes */
export async function writeCrop(dataDir: string, face: number, color: string): Promise<Buffer> {
  const file = faceCropPath(`${dataDir}/faces`, face);
  mkdirSync(dirname(file), { recursive: true });
  const bytes = await sharp({ create: { width: 16, height: 16, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
  writeFileSync(file, bytes);
  return bytes;
}

function direction(like: Readonly<Record<number, number>>): Float32Array {
  const vector = new Float32Array(512);
  const length = Math.hypot(...Object.values(like));
  for (const [axis, value] of Object.entries(like)) vector[Number(axis)] = value / length;
  return vector;
}
