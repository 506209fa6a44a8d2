import type { Db, Statement } from '../../db/open.ts';
import { pluckedOn } from '../../db/statements.ts';
import { blobToVector, halfBlobToVector, vectorToBlob } from '../../db/vectors.ts';
import { ImageSample } from '../models/image-embeddings.ts';
import type { VectorModel } from '../models/vector-rows.ts';

export interface TagOfPhoto {
  readonly tag: string;
  /** 0 to 1 */
  readonly score: number;
}

/** A `TagScale` as it is stored. Vectors and numbers are float32. */
export interface StoredScale {
  /** The number of photos from which the scale was made. */
  readonly photos: number;
  readonly vectors: Float32Array;
  readonly means: Float32Array;
  readonly deviations: Float32Array;
}

interface ScaleRow {
  photos: number;
  vectors: Buffer;
  means: Buffer;
  deviations: Buffer;
}

/** The tags that a model assigns to photos, and the photos that wait for theirs. `Tags` stores the tags that users set. */
export class AutoTags {
  readonly #due: Statement<[{ model: string; by: string; limit: number }], number>;
  readonly #embeddings: Statement<[{ model: string; ids: string }], { id: number; embedding: Buffer }>;
  readonly #count: Statement<[{ model: string; most: number }], number>;
  readonly #sample: ImageSample;
  readonly #of: Statement<[number], string>;
  readonly #remove: Statement<[number]>;
  readonly #add: Statement<[{ photo: number; tag: string; score: number }]>;
  readonly #done: Statement<[{ photo: number; by: string }]>;
  readonly #scale: Statement<[string], ScaleRow>;
  readonly #removeScales: Statement<[]>;
  readonly #addScale: Statement<[ScaleRow & { name: string }]>;

  constructor(db: Db) {
    const plucked = pluckedOn(db);
    const seenBy = 'SELECT photo_id FROM analyses WHERE image_by = :model AND tagged_by';
    this.#due = plucked(`${seenBy} IS NULL UNION ALL ${seenBy} < :by UNION ALL ${seenBy} > :by LIMIT :limit`);
    this.#embeddings = db.prepare(`
      SELECT photo_id AS id, embedding FROM image_embeddings
      WHERE model = :model AND photo_id IN (SELECT value FROM json_each(:ids)) ORDER BY photo_id`);
    this.#count = plucked('SELECT count(*) FROM (SELECT 1 FROM image_embeddings WHERE model = :model LIMIT :most)');
    this.#sample = new ImageSample(db);
    this.#of = plucked('SELECT tag FROM auto_tags WHERE photo_id = ? ORDER BY tag');
    this.#remove = db.prepare('DELETE FROM auto_tags WHERE photo_id = ?');
    this.#add = db.prepare('INSERT INTO auto_tags (photo_id, tag, score) VALUES (:photo, :tag, :score)');
    this.#done = db.prepare('UPDATE analyses SET tagged_by = :by WHERE photo_id = :photo');
    this.#scale = db.prepare('SELECT photos, vectors, means, deviations FROM tag_scales WHERE name = ?');
    this.#removeScales = db.prepare('DELETE FROM tag_scales');
    this.#addScale = db.prepare(`
      INSERT INTO tag_scales (name, photos, vectors, means, deviations)
      VALUES (:name, :photos, :vectors, :means, :deviations)`);
  }

  /** Photos that this model has analysed, but whose tags were not made with the scale of this name. */
  due(model: string, by: string, limit: number): number[] {
    return this.#due.all({ model, by, limit });
  }

  /** The embeddings of these photos, by id, as far as they exist. */
  embeddings({ model, dimensions }: VectorModel, ids: readonly number[]): Map<number, Float32Array> {
    const rows = this.#embeddings.all({ model, ids: JSON.stringify(ids) });
    return new Map(rows.map(({ id, embedding }) => [id, halfBlobToVector(embedding, dimensions)]));
  }

  /** The number of embeddings, up to `limit`. */
  embeddingCount({ model }: VectorModel, limit: number): number {
    return this.#count.get({ model, most: limit }) ?? 0;
  }

  /** See `ImageSample`. */
  sample({ model }: VectorModel, count: number): number[] {
    return this.#sample.ids(model, count);
  }

  /**
   * Writes the tags of a photo. Must be called in a transaction.
   * @returns whether the tags have changed
   */
  replace(photo: number, tags: readonly TagOfPhoto[], by: string): boolean {
    const before = this.#of.all(photo);
    const after = tags.map(({ tag }) => tag).sort();
    if (before.length > 0) this.#remove.run(photo);
    for (const { tag, score } of tags) this.#add.run({ photo, tag, score });
    this.#done.run({ photo, by });
    return JSON.stringify(before) !== JSON.stringify(after);
  }

  scale(name: string): StoredScale | undefined {
    const row = this.#scale.get(name);
    return (
      row && {
        photos: row.photos,
        vectors: allFloats(row.vectors),
        means: allFloats(row.means),
        deviations: allFloats(row.deviations),
      }
    );
  }

  /** Stores this scale and removes all others. Must be called in a transaction. */
  keepScale(name: string, { photos, vectors, means, deviations }: StoredScale): void {
    this.#removeScales.run();
    this.#addScale.run({
      name,
      photos,
      vectors: vectorToBlob(vectors, vectors.length),
      means: vectorToBlob(means, means.length),
      deviations: vectorToBlob(deviations, deviations.length),
    });
  }
}

const allFloats = (blob: Buffer): Float32Array => blobToVector(blob, blob.byteLength / Float32Array.BYTES_PER_ELEMENT);
