import type { Db, Statement } from '../../db/open.ts';
import type { VectorKind } from './vector-rows.ts';

/** A change of a row of a vector index. */
export interface VectorChange {
  readonly seq: number;
  readonly id: number;
  /** `attributes`: the vector is unchanged. */
  readonly what: 'vector' | 'attributes';
}

/** The log of rows that vector indexes must read again. Triggers write it, in one sequence for all kinds. */
export class VectorLog {
  readonly #last: Statement<[], number>;
  readonly #first: Statement<[], number>;
  readonly #after: Statement<[{ kind: VectorKind; seq: number; limit: number }], VectorChange>;
  readonly #trim: Statement<[{ upTo: number; limit: number }]>;

  constructor(db: Db) {
    this.#last = db.prepare<[], number>(`SELECT seq FROM sqlite_sequence WHERE name = 'vector_changes'`).pluck();
    this.#first = db.prepare<[], number>('SELECT seq FROM vector_changes ORDER BY seq LIMIT 1').pluck();
    this.#after = db.prepare(`
      SELECT seq, id, what FROM vector_changes WHERE kind = :kind AND seq > :seq ORDER BY seq LIMIT :limit`);
    this.#trim = db.prepare(`
      DELETE FROM vector_changes WHERE seq IN (SELECT seq FROM vector_changes WHERE seq <= :upTo ORDER BY seq LIMIT :limit)`);
  }

  /** The last assigned sequence number; 0 if there is none. */
  last(): number {
    return this.#last.get() ?? 0;
  }

  /** The sequence number after which the log is complete. */
  reachesBackTo(): number {
    const first = this.#first.get();
    return first === undefined ? this.last() : first - 1;
  }

  /** The next changes of a kind, in order. */
  after(kind: VectorKind, seq: number, limit: number): VectorChange[] {
    return this.#after.all({ kind, seq, limit });
  }

  /** Removes up to `limit` of the changes up to `upTo`, oldest first. @returns their number */
  trim(upTo: number, limit: number): number {
    return this.#trim.run({ upTo, limit }).changes;
  }
}
