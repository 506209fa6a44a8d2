import type { Db, Statement } from '../../db/open.ts';

/** A photo that could not be indexed. */
export interface FailedPhoto {
  readonly uid: string;
  readonly name: string;
  /** One sentence for people. */
  readonly error: string;
  /** In a row. */
  readonly attempts: number;
  /** Epoch seconds. */
  readonly retryAt: number;
}

/** Reads which photos could not be indexed, and why. */
export class Failures {
  readonly #page: Statement<[{ limit: number; offset: number }], FailedPhoto>;
  readonly #count: Statement<[], number>;

  constructor(db: Db) {
    const failed = `FROM photos WHERE state = 'failed' AND deleted_at IS NULL`;
    this.#page = db.prepare(`
      SELECT uid, name, coalesce(error, '') AS error, attempts, retry_at AS retryAt ${failed}
      ORDER BY id DESC LIMIT :limit OFFSET :offset`);
    this.#count = db.prepare<[], number>(`SELECT count(*) ${failed}`).pluck();
  }

  /** The photo that came last first. */
  page(page: { limit: number; offset: number }): { failures: FailedPhoto[]; total: number } {
    return { failures: this.#page.all(page), total: this.#count.get() ?? 0 };
  }
}
