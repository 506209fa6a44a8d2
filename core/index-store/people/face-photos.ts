import type { Db, Statement } from '../../db/open.ts';
import { isFace } from './is-face.ts';

/** In which photos faces are. */
export class FacePhotos {
  readonly #photos: Statement<[string], [face: number, photo: number]>;

  constructor(db: Db) {
    this.#photos = db
      .prepare<[string], [number, number]>(
        `SELECT id, photo_id FROM faces WHERE id IN (SELECT value FROM json_each(?))
           AND ${isFace('faces.id')}`,
      )
      .raw();
  }

  /** By face; without those that are gone, or that somebody said are none. */
  of(faces: readonly number[]): Map<number, number> {
    return new Map(this.#photos.all(JSON.stringify(faces)));
  }
}
