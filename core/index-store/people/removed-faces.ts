import type { Db, Statement } from '../../db/open.ts';

/** Faces that are gone, whose crop files have still to go. */
export class RemovedFaces {
  readonly #some: Statement<[number], number>;
  readonly #forget: Statement<[string]>;

  constructor(db: Db) {
    this.#some = db.prepare<[number], number>('SELECT face_id FROM removed_faces LIMIT ?').pluck();
    this.#forget = db.prepare('DELETE FROM removed_faces WHERE face_id IN (SELECT value FROM json_each(?))');
  }

  some(limit: number): number[] {
    return this.#some.all(limit);
  }

  /** Their files are gone. */
  forget(ids: readonly number[]): void {
    this.#forget.run(JSON.stringify(ids));
  }
}
