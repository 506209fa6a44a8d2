import type { Db, Statement } from '../../db/open.ts';
import { halfBlobToVector } from '../../db/vectors.ts';

/** Reads the embeddings of whole pictures. */
export class ImageEmbeddings {
  readonly #of: Statement<[{ id: number; model: string }], Buffer>;

  constructor(db: Db) {
    this.#of = db
      .prepare<[{ id: number; model: string }], Buffer>(
        'SELECT embedding FROM image_embeddings WHERE model = :model AND photo_id = :id',
      )
      .pluck();
  }

  /** L2-normalised; undefined while the model has not analysed the photo. */
  of(id: number, model: string): Float32Array | undefined {
    const blob = this.#of.get({ id, model });
    return blob && halfBlobToVector(blob, blob.byteLength / 2);
  }
}
