import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import { FaceOwners } from '../people/face-owners.ts';

type Kind = 'face' | 'image';

/**
 * The transition from one model to another: whether the new one has analysed all photos, and the embeddings of the old one.
 */
export class OldEmbeddings {
  readonly #unseen: Readonly<Record<Kind, Statement<[{ by: string }], number>>>;
  readonly #failed: Readonly<Record<Kind, Statement<[{ by: string }], number>>>;
  readonly #seen: Readonly<Record<Kind, Statement<[{ by: string; limit: number }], number>>>;
  readonly #others: Readonly<Record<Kind, Statement<[{ model: string; limit: number }], number>>>;
  readonly #remove: Readonly<Record<Kind, Statement<[{ ids: string; model: string }]>>>;
  readonly #owners: FaceOwners;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    const each = <T>(make: (kind: Kind) => T): Record<Kind, T> => ({ face: make('face'), image: make('image') });
    const column = { face: 'faces_by', image: 'image_by' };
    const table = { face: 'face_embeddings', image: 'image_embeddings' };
    const owner = { face: 'face_id', image: 'photo_id' };

    this.#unseen = each((kind) => {
      const done = `FROM analyses WHERE state = 'done' AND ${column[kind]}`;
      // The state is tested twice, so that SQLite uses the index of unfinished analyses.
      return plucked<[{ by: string }], number>(`
        SELECT EXISTS (SELECT 1 ${done} < :by) OR EXISTS (SELECT 1 ${done} > :by) OR EXISTS (SELECT 1 ${done} IS NULL)
          OR EXISTS (SELECT 1 FROM analyses CROSS JOIN photos ON photos.id = analyses.photo_id
            WHERE analyses.state <> 'done' AND analyses.state = 'waiting' AND ${column[kind]} IS NOT :by
              AND photos.deleted_at IS NULL)`);
    });
    this.#failed = each((kind) =>
      plucked<[{ by: string }], number>(`
        SELECT count(*) FROM analyses
        WHERE state <> 'done' AND state = 'failed' AND ${column[kind]} IS NOT :by`),
    );
    this.#seen = each((kind) =>
      plucked<[{ by: string; limit: number }], number>(
        `SELECT count(*) FROM (SELECT 1 FROM analyses WHERE state = 'done' AND ${column[kind]} = :by LIMIT :limit)`,
      ),
    );
    this.#others = each((kind) => {
      const ids = `SELECT ${owner[kind]} FROM ${table[kind]} WHERE model`;
      return plucked<[{ model: string; limit: number }], number>(
        `${ids} < :model UNION ALL ${ids} > :model LIMIT :limit`,
      );
    });
    this.#remove = each((kind) =>
      db.prepare(`
        DELETE FROM ${table[kind]}
        WHERE ${owner[kind]} IN (SELECT value FROM json_each(:ids)) AND model <> :model`),
    );
    this.#owners = new FaceOwners(db);
  }

  /**
   * Whether these models have analysed every photo. Photos on which they failed are ignored, unless they are more than a
   * tenth: the models are then probably at fault.
   * @param by a name from `AnalysisModels`
   */
  areComplete(kind: Kind, by: string): boolean {
    if (this.#unseen[kind].get({ by }) !== 0) return false;
    const needed = 1 + 9 * (this.#failed[kind].get({ by }) ?? 0);
    return (this.#seen[kind].get({ by, limit: needed }) ?? 0) >= needed;
  }

  /** Whether there are embeddings by other models. */
  hasOthers(kind: Kind, model: string): boolean {
    return this.#others[kind].get({ model, limit: 1 }) !== undefined;
  }

  /**
   * Removes the embeddings by other models of up to `limit` faces or photos. The clusterer examines such faces again. Must
   * be called in a transaction.
   * @returns the number of faces or photos
   */
  removeOthers(kind: Kind, model: string, limit: number): number {
    const owners = this.#others[kind].all({ model, limit });
    if (owners.length === 0) return 0;
    const ids = JSON.stringify(owners);
    this.#remove[kind].run({ ids, model });
    if (kind === 'face') this.#owners.examineAgain(owners);
    return owners.length;
  }
}
