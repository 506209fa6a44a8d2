import type { Db, Statement } from '../../db/open.ts';

/** A photo that repeatedly could not be indexed, or of which no more could be read. */
export interface FailedPhoto {
  readonly uid: string;
  readonly name: string;
  /** One sentence for people. */
  readonly error: string;
  /** The number of consecutive failures. */
  readonly attempts: number;
  /** Epoch seconds. */
  readonly retryAt: number;
}

/** Reads which photos could not be read, and the reasons. */
export class Failures {
  readonly #page: Statement<[{ limit: number; offset: number }], FailedPhoto>;
  readonly #count: Statement<[], number>;

  constructor(db: Db) {
    const failed = `
      (SELECT id, uid, name, error, attempts, retry_at FROM photos WHERE state = 'failed' AND deleted_at IS NULL
      UNION ALL
      SELECT id, uid, name, error, closer_attempts, closer_retry_at FROM photos INDEXED BY photos_awaiting
        WHERE state = 'indexed' AND deleted_at IS NULL AND awaits IN ('head', 'original')
          AND closer_retry_at > 0 AND closer_attempts >= 3)`;
    this.#page = db.prepare(`
      SELECT uid, name, coalesce(error, '') AS error, attempts, retry_at AS retryAt FROM ${failed}
      ORDER BY id DESC LIMIT :limit OFFSET :offset`);
    this.#count = db.prepare<[], number>(`SELECT count(*) FROM ${failed}`).pluck();
  }

  /** Most recently added photo first. */
  page(page: { limit: number; offset: number }): { failures: FailedPhoto[]; total: number } {
    return { failures: this.#page.all(page), total: this.#count.get() ?? 0 };
  }
}
