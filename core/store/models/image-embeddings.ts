import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import { halfBlobToVector } from '../../db/vectors.ts';

/** Reads the embeddings of whole pictures. */
export class ImageEmbeddings {
  readonly #of: Statement<[{ id: number; model: string }], Buffer>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#of = plucked('SELECT embedding FROM image_embeddings WHERE model = :model AND photo_id = :id');
  }

  /** L2-normalised; undefined while the model has not analysed the photo. */
  of(id: number, model: string): Float32Array | undefined {
    const blob = this.#of.get({ id, model });
    return blob && halfBlobToVector(blob, blob.byteLength / 2);
  }
}

/** A sample of the photos with image embeddings, spread evenly over the library without reading all of it. */
export class ImageSample {
  readonly #ends: Statement<[{ model: string }], { first: number | null; last: number | null }>;
  readonly #next: Statement<[{ model: string; from: number }], number>;
  readonly #first: Statement<[{ model: string; count: number }], number>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    this.#ends = db.prepare(`
      SELECT (SELECT min(photo_id) FROM image_embeddings WHERE model = :model) AS first,
        (SELECT max(photo_id) FROM image_embeddings WHERE model = :model) AS last`);
    this.#next = plucked(
      'SELECT photo_id FROM image_embeddings WHERE model = :model AND photo_id >= :from ORDER BY photo_id LIMIT 1',
    );
    this.#first = plucked('SELECT photo_id FROM image_embeddings WHERE model = :model ORDER BY photo_id LIMIT :count');
  }

  /** `count` ids, or all if there are fewer; the same ones as long as the library does not change. */
  ids(model: string, count: number): number[] {
    const { first, last } = this.#ends.get({ model }) ?? {};
    if (typeof first !== 'number' || typeof last !== 'number') return [];
    const ids = new Set<number>();
    for (let i = 0; i < count; i += 1) {
      const from = Math.floor(first + ((last - first) * i) / Math.max(1, count - 1));
      const id = this.#next.get({ model, from });
      if (id !== undefined) ids.add(id);
    }
    // Because of gaps between ids, several steps may end at the same photo; the first photos fill up the sample.
    for (const id of ids.size < count ? this.#first.iterate({ model, count }) : []) {
      ids.add(id);
      if (ids.size >= count) break;
    }
    return [...ids];
  }
}
