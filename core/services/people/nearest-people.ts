import { dot } from '../../domain/dot-product.ts';
import { setImmediate } from 'node:timers/promises';
import type { VectorHit, VectorIndex, VectorKind } from '../../plugin-api/vector-index.ts';

/** The used part of the library's vector indexes. */
export interface VectorIndexes {
  index(kind: VectorKind, wait?: 'everything' | 'little'): Promise<VectorIndex | null>;
}

/** The mean embeddings of people, read from the tables. */
export interface PersonMeans {
  after(
    kind: 'person',
    model: { model: string; dimensions: number },
    id: number,
    limit: number,
  ): { readonly id: number; readonly vector: Float32Array | null }[];
}

/** The number of faces for each search; other requests get a turn between two searches. */
const facesAtOnce = 32;
/** The number of people to read at once if there is no vector index: about 5 ms. */
const rowsAtOnce = 500;

interface Dependencies {
  readonly vectors: VectorIndexes;
  readonly means: PersonMeans;
  /** The model of the faces' embeddings; null if there is none. */
  readonly model: () => { model: string; dimensions: number } | null;
}

/** Finds the people whose mean embeddings are nearest to a face. */
export class NearestPeople {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** The `k` nearest people of each face, best first. */
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
    const compared = faces.map((face) => ({ face, hits: [] as VectorHit[] }));
    if (!model) return compared.map(({ hits }) => hits);
    for (let last = 0; ;) {
      const rows = this.#with.means.after('person', model, last, rowsAtOnce);
      for (const { face, hits } of compared) {
        for (const { id, vector } of rows) if (vector) hits.push({ id, score: dot(face, vector) });
        hits.sort(bestFirst).splice(k);
      }
      const end = rows.at(-1);
      if (!end) return compared.map(({ hits }) => hits);
      last = end.id;
      await setImmediate();
    }
  }
}

const bestFirst = (a: VectorHit, b: VectorHit): number => b.score - a.score || a.id - b.id;
