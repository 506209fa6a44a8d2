import type { Db, Statement } from '../../db/open.ts';
import type { VectorKind } from './vector-rows.ts';

/** The state of a vector index's cache according to the database. It tells whether the cache can be trusted. */
export interface VectorIndexRecord {
  readonly folder: string;
  /** The greatest watermark that the index was ever given. A cache with a greater one is of another history of this file. */
  readonly handed: number;
  /** The last change in the log when the filling of the index began. */
  readonly fillFrom: number;
}

/** The vector indexes that are kept beside the database. */
export class VectorIndexRecords {
  readonly #get: Statement<[VectorKind, string], VectorIndexRecord>;
  readonly #begin: Statement<[{ kind: VectorKind; model: string; folder: string; fillFrom: number }]>;
  readonly #hand: Statement<[{ kind: VectorKind; model: string; watermark: number }]>;
  readonly #keepOnly: Statement<[VectorKind, string]>;

  constructor(db: Db) {
    this.#get = db.prepare(`
      SELECT folder, handed, fill_from AS fillFrom FROM vector_indexes WHERE kind = ? AND model = ?`);
    this.#begin = db.prepare(`
      INSERT OR REPLACE INTO vector_indexes (kind, model, folder, handed, fill_from)
      VALUES (:kind, :model, :folder, 0, :fillFrom)`);
    this.#hand = db.prepare(`
      UPDATE vector_indexes SET handed = :watermark WHERE kind = :kind AND model = :model AND handed < :watermark`);
    this.#keepOnly = db.prepare('DELETE FROM vector_indexes WHERE kind = ? AND model <> ?');
  }

  of(kind: VectorKind, model: string): VectorIndexRecord | undefined {
    return this.#get.get(kind, model);
  }

  /** An empty index begins to be filled. */
  begin(kind: VectorKind, model: string, facts: { folder: string; fillFrom: number }): VectorIndexRecord {
    this.#begin.run({ kind, model, ...facts });
    return { ...facts, handed: 0 };
  }

  /** Call it before an index is given changes that lead to this watermark. */
  hand(kind: VectorKind, model: string, watermark: number): void {
    this.#hand.run({ kind, model, watermark });
  }

  /** Forgets the indexes of other models. */
  keepOnly(kind: VectorKind, model: string): void {
    this.#keepOnly.run(kind, model);
  }
}
