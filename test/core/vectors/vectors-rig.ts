import { join } from 'node:path';
import { vectorToBlob, vectorToHalfBlob } from '../../../core/db/vectors.ts';
import type { Db } from '../../../core/db/open.ts';
import { CurrentModels } from '../../../core/store/models/current-models.ts';
import { VectorIndexRecords } from '../../../core/store/models/vector-index-records.ts';
import { VectorLog } from '../../../core/store/models/vector-log.ts';
import { VectorRows } from '../../../core/store/models/vector-rows.ts';
import { LibraryVectors } from '../../../core/vectors/library-vectors.ts';
import type { VectorFilter, VectorIndexProvider, VectorKind } from '../../../core/plugin-api/index.ts';
import { createVectorIndexProvider, type VectorIndexes } from '../../../plugins/vectors-local/vector-indexes.ts';
import { newIndex } from '../../support/index-file.ts';
import { PhotoRows } from '../../support/photo-rows.ts';
import { everything, unitVector } from '../../plugins/vectors-local/vector-rows.ts';

const imageDimensions = 64;

/** A library with embeddings, and its vector indexes with the bundled provider. */
export class VectorsRig {
  readonly db: Db;
  readonly folder: string;
  readonly photos: PhotoRows;
  readonly log: VectorLog;
  readonly models: CurrentModels;
  readonly errors: unknown[] = [];
  provider: VectorIndexes = createVectorIndexProvider();
  vectors: LibraryVectors;
  /** The key of an encrypted library. */
  key: Uint8Array | null = null;

  constructor({ db, folder }: { db: Db; folder: string }) {
    this.db = db;
    this.folder = folder;
    this.photos = new PhotoRows(db);
    this.log = new VectorLog(db);
    this.models = new CurrentModels(db);
    this.vectors = this.vectorsWith(() => this.provider);
  }

  get cacheDir(): string {
    return join(this.folder, 'vectors');
  }

  vectorsWith(provider: () => VectorIndexProvider | undefined): LibraryVectors {
    return new LibraryVectors({
      provider,
      models: this.models,
      rows: new VectorRows(this.db),
      log: this.log,
      records: new VectorIndexRecords(this.db),
      folder: this.cacheDir,
      key: this.key,
      onError: (error) => this.errors.push(error),
    });
  }

  /** As when the server is stopped and started again. */
  async restart(between: () => void = () => undefined): Promise<void> {
    await this.close();
    between();
    this.provider = createVectorIndexProvider();
    this.vectors = this.vectorsWith(() => this.provider);
  }

  async close(): Promise<void> {
    await this.vectors.close();
    await this.provider.close();
  }

  useModels({ face, image }: { face?: string; image?: string }): void {
    if (face) this.models.set('face', { model: face, dimensions: 512, thresholds: null });
    if (image) this.models.set('image', { model: image, dimensions: imageDimensions, thresholds: null });
  }

  image(photo: number, seed: number, model = 'pictures@1'): void {
    this.db
      .prepare('INSERT OR REPLACE INTO image_embeddings (photo_id, model, embedding) VALUES (?, ?, ?)')
      .run(photo, model, vectorToHalfBlob(unitVector(seed, imageDimensions)));
  }

  /** @returns the new face's id */
  face(photo: number, seed: number, options: { person?: number; model?: string } = {}): number {
    const face = this.db
      .prepare<[number, number | null], number>(
        `INSERT INTO faces (photo_id, person_id, x, y, w, h, points, score)
         VALUES (?, ?, 0.25, 0.5, 0.125, 0.25, '[]', 0.9) RETURNING id`,
      )
      .pluck()
      .get(photo, options.person ?? null)!;
    this.embedFace(face, seed, options.model);
    return face;
  }

  embedFace(face: number, seed: number, model = 'faces@1'): void {
    this.db
      .prepare('INSERT OR REPLACE INTO face_embeddings (face_id, model, embedding) VALUES (?, ?, ?)')
      .run(face, model, vectorToBlob(unitVector(seed, 512), 512));
  }

  person(name: string): number {
    return this.photos.person(name, []);
  }

  /** Stores the sum of the embeddings of `seeds` for a person. */
  sum(person: number, seeds: readonly number[], model = 'faces@1'): void {
    const sum = new Float64Array(512);
    for (const seed of seeds) for (const [at, value] of unitVector(seed, 512).entries()) sum[at]! += value;
    this.db
      .prepare('INSERT OR REPLACE INTO person_sums (person_id, model, faces, sum) VALUES (?, ?, ?, ?)')
      .run(person, model, seeds.length, Buffer.from(sum.buffer));
  }

  /** The ids that a search with this filter finds. */
  async found(kind: VectorKind, filter: VectorFilter = everything, wait?: 'everything' | 'little'): Promise<number[]> {
    const index = await this.vectors.index(kind, wait);
    const dimensions = kind === 'image' ? imageDimensions : 512;
    const [hits = []] = (await index?.search([unitVector(-1, dimensions)], { k: 1_000_000, filter })) ?? [];
    return hits.map(({ id }) => id).sort((a, b) => a - b);
  }

  /** The row that is most similar to the vector of a seed. */
  async nearest(kind: VectorKind, seed: number): Promise<{ id: number; score: number } | undefined> {
    const index = await this.vectors.index(kind);
    const dimensions = kind === 'image' ? imageDimensions : 512;
    return (await index?.search([unitVector(seed, dimensions)], { k: 1, filter: everything }))?.[0]?.[0];
  }
}

export async function withVectors(use: (rig: VectorsRig) => Promise<void>): Promise<void> {
  const index = newIndex();
  const rig = new VectorsRig(index);
  try {
    await use(rig);
  } finally {
    await rig.close();
    index.remove();
  }
}
