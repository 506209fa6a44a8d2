import type { VectorFilter, VectorIndex, VectorOperation } from '../../core/plugin-api/index.ts';

export const dimensions = 512;
export const everything: VectorFilter = { includeArchived: true, includeHidden: true };

/** Unit vectors with uniformly distributed directions, always the same ones. */
class RandomVectors {
  #state = 1;

  next(target: Float32Array): Float32Array {
    let squares = 0;
    for (let at = 0; at < target.length; at += 1) {
      // The sum of a few uniform values is close enough to a normal distribution.
      target[at] = this.#uniform() + this.#uniform() + this.#uniform() + this.#uniform();
      squares += target[at]! ** 2;
    }
    const length = Math.sqrt(squares);
    for (let at = 0; at < target.length; at += 1) target[at]! /= length;
    return target;
  }

  /** −1 to 1. */
  #uniform(): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) | 0;
    return this.#state / 2 ** 31;
  }
}

/** @returns the given numbers of vectors and of queries */
export function randomVectors(rows: number, queries: number): { matrix: Float32Array; queries: Float32Array[] } {
  const random = new RandomVectors();
  const matrix = new Float32Array(rows * dimensions);
  for (let row = 0; row < rows; row += 1) random.next(rowOf(matrix, row));
  return { matrix, queries: Array.from({ length: queries }, () => random.next(new Float32Array(dimensions))) };
}

function rowOf(matrix: Float32Array, row: number): Float32Array {
  return matrix.subarray(row * dimensions, (row + 1) * dimensions);
}

/** Puts all rows into an index, with the row number plus 1 as id. */
export async function fill(index: VectorIndex, matrix: Float32Array): Promise<void> {
  const rows = matrix.length / dimensions;
  const batch = 4096;
  for (let first = 0; first < rows; first += batch) {
    const operations = Array.from({ length: Math.min(batch, rows - first) }, (_, at): VectorOperation => {
      const row = first + at;
      // Person 1 is in 1 % of the photos, and person 10 in 10 %, all over the index.
      const personIds = [...(row % 100 === 7 ? [1] : []), ...(row % 10 === 3 ? [10] : [])];
      const attributes = { takenAt: row, archived: false, hidden: false, personIds };
      return { type: 'put', id: row + 1, vector: rowOf(matrix, row), attributes };
    });
    await index.apply(BigInt(first + operations.length), operations);
  }
}
