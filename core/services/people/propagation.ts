import { dot } from '../../domain/dot-product.ts';
import type { Faces } from '../../store/people/faces.ts';
import type { VectorHit } from '../../plugin-api/vector-index.ts';
import type { NearestPeople, VectorIndexes } from './nearest-people.ts';

/** The minimum cosine similarity to the face that a user assigned. */
const minSimilarity = 0.6;
/** The number of similar faces to check, first and on a second try; most of them already have a person. */
const maxSimilar = [1000, 16_000];
/** The maximum number of faces that follow one assignment. */
const maxPropagated = 1000;

interface Assignment {
  readonly face: { readonly id: number; readonly personId: number | null };
  /** Null for a person who does not exist yet. */
  readonly person: number | null;
}

interface Dependencies {
  readonly faces: Faces;
  readonly vectors: VectorIndexes;
  /** The embeddings of the current model by face, of length 1. */
  readonly embeddings: (ids: readonly number[]) => Map<number, Float32Array>;
  readonly sums: { of(person: number): { readonly sum: Float64Array } | null };
  readonly nearest: NearestPeople;
}

/** Finds the faces that should follow when a user assigns a face to a person. */
export class Propagation {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Unassigned faces that are similar to the face, and closer to its person than to any other person after the assignment;
   * most similar first. The sums of people's embeddings must be up to date. Empty without a plugin for vector indexes.
   */
  async followers({ face, person }: Assignment): Promise<number[]> {
    const embedding = this.#with.embeddings([face.id]).get(face.id);
    if (!embedding) return [];
    const similar = await this.#similar(embedding);
    const unassigned = new Set(this.#with.faces.unassignedAmong(similar));
    const candidates = similar.filter((id) => unassigned.has(id) && id !== face.id).slice(0, maxPropagated);
    const embeddings = this.#with.embeddings(candidates);
    const embedded = candidates.flatMap((id) => {
      const vector = embeddings.get(id);
      return vector ? [{ id, vector }] : [];
    });
    const isNew = person === null || person !== face.personId;
    // The assignment changes the means of up to two people; for them, the new means are compared. So among three hits there
    // is at least one other person, if there are any.
    const nearest = await this.#with.nearest.of(
      embedded.map(({ vector }) => vector),
      3,
    );
    const mean = direction(this.#sumOf(person), isNew ? embedding : null, 1);
    const previousSum = isNew ? this.#sumOf(face.personId) : null;
    const previousMean = previousSum && direction(previousSum, embedding, -1);
    const following = embedded.filter(({ vector }, at) => {
      const other = nearest[at]?.find(({ id }) => id !== person && id !== face.personId)?.score ?? -1;
      const rival = Math.max(other, previousMean ? dot(vector, previousMean) : -1);
      return mean !== null && dot(vector, mean) >= rival;
    });
    return following.map(({ id }) => id);
  }

  async #similar(embedding: Float32Array): Promise<number[]> {
    const index = await this.#with.vectors.index('face', 'everything');
    if (!index) return [];
    let hits: VectorHit[] = [];
    for (const k of maxSimilar) {
      const options = { k, minScore: minSimilarity, filter: { includeArchived: true, includeHidden: true } };
      hits = (await index.search([embedding], options))[0] ?? [];
      if (hits.length < k) break;
    }
    return hits.map(({ id }) => id);
  }

  #sumOf(person: number | null): Float64Array | null {
    return person === null ? null : (this.#with.sums.of(person)?.sum ?? null);
  }
}

/** The direction of a sum with one embedding added or subtracted, as a unit vector; null if the result is zero. */
function direction(sum: Float64Array | null, embedding: Float32Array | null, sign: 1 | -1): Float64Array | null {
  const values = sum ?? new Float64Array(embedding?.length ?? 0);
  const total = embedding ? values.map((value, at) => value + sign * (embedding[at] ?? 0)) : values;
  const length = Math.hypot(...total);
  // After the only face of a person is subtracted, rounding errors leave a small remainder.
  return length < 1e-3 ? null : total.map((value) => value / length);
}
