import { dot } from '../../domain/dot-product.ts';
import { setImmediate } from 'node:timers/promises';
import type { VectorHit, VectorIndex, VectorKind } from '../../plugin-api/vector-index.ts';

/** The part of the library's vector indexes that this needs. */
export interface VectorIndexes {
  index(kind: VectorKind, wait?: 'everything' | 'little'): Promise<VectorIndex | null>;
}

/** Persons' means as the tables have them. */
export interface PersonMeans {
  after(
    kind: 'person',
    model: { model: string; dimensions: number },
    id: number,
    limit: number,
  ): { readonly id: number; readonly vector: Float32Array | null }[];
}

/** Faces of one search; other requests have their turn between two searches. */
const facesAtOnce = 32;
/** Persons that are read at once where no plugin keeps vector indexes: about 5 ms. */
const rowsAtOnce = 500;

interface Dependencies {
  readonly vectors: VectorIndexes;
  readonly means: PersonMeans;
  /** The model of the faces' embeddings; null while there is none. */
  readonly model: () => { model: string; dimensions: number } | null;
}

/** Which persons' mean embeddings are nearest to a face. */
export class NearestPeople {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** The `k` nearest persons of each face, best first. */
  async of(faces: readonly Float32Array[], k: number): Promise<VectorHit[][]> {
    if (faces.length === 0) return [];
    const index = await this.#with.vectors.index('person', 'everything');
    if (!index) return this.#compareWithAll(faces, k);
    const nearest: VectorHit[][] = [];
    for (let at = 0; at < faces.length; at += facesAtOnce) {
      nearest.push(...(await index.search(faces.slice(at, at + facesAtOnce), { k })));
    }
    return nearest;
  }

  async #compareWithAll(faces: readonly Float32Array[], k: number): Promise<VectorHit[][]> {
    const model = this.#with.model();
    const found = faces.map((face) => ({ face, hits: [] as VectorHit[] }));
    if (!model) return found.map(({ hits }) => hits);
    for (let last = 0; ;) {
      const rows = this.#with.means.after('person', model, last, rowsAtOnce);
      for (const { face, hits } of found) {
        for (const { id, vector } of rows) if (vector) hits.push({ id, score: dot(face, vector) });
        hits.sort(bestFirst).splice(k);
      }
      const end = rows.at(-1);
      if (!end) return found.map(({ hits }) => hits);
      last = end.id;
      await setImmediate();
    }
  }
}

const bestFirst = (a: VectorHit, b: VectorHit): number => b.score - a.score || a.id - b.id;
