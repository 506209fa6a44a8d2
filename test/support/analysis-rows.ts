import type { Db } from '../../core/db/open.ts';

/* What the machine-learning stage has stored, for assertions. */

export interface FaceRow {
  readonly id: number;
  readonly uid: string;
  readonly x: number;
  readonly person_id: number | null;
  readonly quality: number;
  readonly crop: number;
  readonly clustered: number;
}

/** The states of photos, by uid. */
export function analysisStates(db: Db): Record<string, string> {
  const rows = db
    .prepare<[], { uid: string; state: string }>(
      'SELECT uid, analyses.state FROM analyses JOIN photos ON photos.id = photo_id ORDER BY uid',
    )
    .all();
  return Object.fromEntries(rows.map(({ uid, state }) => [uid, state]));
}

export function faceRows(db: Db): FaceRow[] {
  return db
    .prepare<[], FaceRow>(
      `SELECT faces.id, uid, x, person_id, quality, crop, clustered
       FROM faces JOIN photos ON photos.id = photo_id ORDER BY faces.id`,
    )
    .all();
}

/** `<face>: <model>` of each embedding of a face. */
export function faceEmbeddings(db: Db): string[] {
  return db.prepare<[], string>(`SELECT face_id || ': ' || model FROM face_embeddings ORDER BY 1`).pluck().all();
}

/** `<uid>: <model>` of each embedding of a photo. */
export function imageEmbeddings(db: Db): string[] {
  return db
    .prepare<[], string>(
      `SELECT uid || ': ' || model FROM image_embeddings JOIN photos ON photos.id = photo_id ORDER BY 1`,
    )
    .pluck()
    .all();
}
