import type { Db, Statement } from '../db/open.ts';

/** How much is in the index, from indexes that hold only what is asked for. */
export class LibraryCounts {
  readonly #unfinished: Statement<[], number>;
  readonly #failed: Statement<[], number>;
  readonly #people: Statement<[], number>;
  readonly #faces: Statement<[], number>;

  constructor(db: Db) {
    this.#unfinished = db
      .prepare<[], number>("SELECT count(*) FROM photos WHERE state <> 'indexed' AND deleted_at IS NULL")
      .pluck();
    this.#failed = db
      .prepare<[], number>("SELECT count(*) FROM photos WHERE state = 'failed' AND deleted_at IS NULL")
      .pluck();
    this.#people = db
      .prepare<[], number>('SELECT count(*) FROM person_counts WHERE faces > 0 OR (named = 1 AND hidden_faces = 0)')
      .pluck();
    this.#faces = db.prepare<[], number>('SELECT count(*) FROM faces').pluck();
  }

  read(): { pending: number; failed: number; people: number; faces: number } {
    const failed = this.#failed.get() ?? 0;
    return {
      pending: (this.#unfinished.get() ?? 0) - failed,
      failed,
      people: this.#people.get() ?? 0,
      faces: this.#faces.get() ?? 0,
    };
  }
}
