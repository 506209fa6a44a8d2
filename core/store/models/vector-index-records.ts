import type { Db, Statement } from '../../db/open.ts';
import type { VectorKind } from './vector-rows.ts';

/** The state of a vector index's cache according to the database, which shows whether the cache can be trusted. */
export interface VectorIndexRecord {
  readonly folder: string;
  /**
   * The greatest watermark that was ever passed to the index. A cache with a greater one belongs to another history of this
   * file.
   */
  readonly handed: number;
  /** The last change in the log when the index began to be filled. */
  readonly fillFrom: number;
}

/** The vector indexes that are stored beside the database. */
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

  /** Records that an empty index begins to be filled. */
  begin(kind: VectorKind, model: string, facts: { folder: string; fillFrom: number }): VectorIndexRecord {
    this.#begin.run({ kind, model, ...facts });
    return { ...facts, handed: 0 };
  }

  /** Must be called before changes up to this watermark are passed to an index. */
  hand(kind: VectorKind, model: string, watermark: number): void {
    this.#hand.run({ kind, model, watermark });
  }

  /** Removes the records of other models' indexes. */
  keepOnly(kind: VectorKind, model: string): void {
    this.#keepOnly.run(kind, model);
  }
}
