import type { VectorAttributes, VectorFilter, VectorHit, VectorOperation } from '../../../core/plugin-api/index.ts';
import { passes } from '../../support/vector-filter.ts';

export const everything: VectorFilter = { includeArchived: true, includeHidden: true };

/** A unit vector, which depends only on the seed. */
export function unitVector(seed: number, dimensions: number): Float32Array {
  let state = Math.imul(seed, 2_654_435_761) | 1;
  const vector = Float32Array.from({ length: dimensions }, () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2 ** 31;
  });
  return normalised(vector);
}

export function normalised(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
}

export const plain: VectorAttributes = { takenAt: 0, archived: false, hidden: false, personIds: [] };

export function put(id: number, vector: Float32Array, attributes: VectorAttributes = plain): VectorOperation {
  return { type: 'put', id, vector, attributes };
}

/** Puts of the ids `from` to `to`, each with a different vector. */
export function puts(from: number, to: number, dimensions: number): VectorOperation[] {
  return Array.from({ length: to - from + 1 }, (_, at) => put(from + at, unitVector(from + at, dimensions)));
}

/** The expected behaviour of an index: a map, searched in double precision. */
export class ReferenceIndex {
  readonly rows = new Map<number, { readonly vector: Float32Array; readonly attributes: VectorAttributes }>();

  apply(operations: readonly VectorOperation[]): void {
    for (const operation of operations) {
      const row = this.rows.get(operation.id);
      if (operation.type === 'put') this.rows.set(operation.id, operation);
      else if (operation.type === 'delete') this.rows.delete(operation.id);
      else if (row) this.rows.set(operation.id, { ...row, attributes: operation.attributes });
    }
  }

  search(query: Float32Array, k: number, filter: VectorFilter, minScore = -Infinity): VectorHit[] {
    const hits: VectorHit[] = [];
    for (const [id, { vector, attributes }] of this.rows) {
      if (!passes(id, attributes, filter)) continue;
      const score = Math.fround(vector.reduce((sum, value, at) => sum + query[at]! * value, 0));
      const clamped = Math.max(-1, Math.min(1, score));
      if (clamped >= minScore) hits.push({ id, score: clamped });
    }
    return hits.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, k);
  }
}
