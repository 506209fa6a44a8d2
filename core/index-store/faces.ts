import type { Db, Statement } from '../db/open.ts';
import type { FaceRow } from '../domain/photo.ts';

interface Row {
  id: number;
  personId: number | null;
  personName: string | null;
  x: number;
  y: number;
  w: number;
  h: number;
  score: number;
  assignedBy: FaceRow['assignedBy'];
}

/** Reads the faces that were found in photos. */
export class Faces {
  readonly #ofPhoto: Statement<[number], Row>;

  constructor(db: Db) {
    this.#ofPhoto = db.prepare(`
      SELECT f.id, f.person_id AS personId, n.name AS personName, f.x, f.y, f.w, f.h, f.score,
        f.assigned_by AS assignedBy
      FROM faces f LEFT JOIN people n ON n.id = f.person_id
      WHERE f.photo_id = ? ORDER BY f.x, f.id`);
  }

  /** The faces of one photo, from left to right. */
  ofPhoto(photo: { id: number; uid: string }): FaceRow[] {
    return this.#ofPhoto
      .all(photo.id)
      .map(({ x, y, w, h, ...face }) => ({ ...face, photoUid: photo.uid, box: { x, y, w, h } }));
  }
}
