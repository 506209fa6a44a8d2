import type { Db, Statement } from '../../db/open.ts';

/** Reads which photos should have a thumbnail, in ranges of ids. */
export class ThumbCensus {
  readonly #lastId: Statement<[], number | null>;
  readonly #ids: Statement<[number, number], { id: number; hasThumb: number }>;

  constructor(db: Db) {
    this.#lastId = db.prepare<[], number | null>('SELECT max(id) FROM photos').pluck();
    this.#ids = db.prepare('SELECT id, thumb_revision > 0 AS hasThumb FROM photos WHERE id >= ? AND id < ?');
  }

  lastId(): number {
    return this.#lastId.get() ?? 0;
  }

  /** Photos with ids from `from` to before `to`. */
  between(from: number, to: number): Map<number, { hasThumb: boolean }> {
    return new Map(this.#ids.all(from, to).map(({ id, hasThumb }) => [id, { hasThumb: hasThumb === 1 }]));
  }
}
