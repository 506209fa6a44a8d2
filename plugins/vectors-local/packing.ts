import type { VectorAttributes, VectorHit, VectorOperation } from 'photofinch/plugin-api';
import { flagsOf } from './row-table.ts';

/** Operations in columns, so that a batch is sent to the process as a few buffers. */
export interface PackedOperations {
  readonly types: Uint8Array;
  readonly ids: Float64Array;
  /** The vectors of the `put` operations, one after the other. */
  readonly vectors: Float32Array;
  readonly flags: Uint8Array;
  readonly takenAt: Float64Array;
  readonly personCounts: Uint16Array;
  readonly people: Float64Array;
}

export const operationTypes: readonly VectorOperation['type'][] = ['put', 'attributes', 'delete'];

export interface PackedHits {
  /** The number of hits of each query. */
  readonly counts: Uint32Array;
  readonly ids: Float64Array;
  readonly scores: Float32Array;
}

/** Lengths within this of 1 are unit vectors rounded to float32. */
const unitTolerance = 1e-6;

const nobody: VectorAttributes = { takenAt: 0, archived: false, hidden: false, personIds: [] };

/** @throws RangeError for an operation that is invalid for an index with these dimensions */
export function packOperations(operations: readonly VectorOperation[], dimensions: number): PackedOperations {
  const count = operations.length;
  const vectors = operations.flatMap((operation) => (operation.type === 'put' ? [operation.vector] : []));
  const attributes = operations.map((operation) => (operation.type === 'delete' ? nobody : operation.attributes));
  const packed = {
    types: new Uint8Array(count),
    ids: new Float64Array(count),
    vectors: packVectors(vectors, dimensions),
    flags: new Uint8Array(count),
    takenAt: new Float64Array(count),
    personCounts: new Uint16Array(count),
    people: Float64Array.from(attributes.flatMap(({ personIds }) => personIds)),
  };
  for (const [at, { type, id }] of operations.entries()) {
    if (!Number.isSafeInteger(id) || id < 1) throw new RangeError(`${id} is no id of a vector: ids count from 1.`);
    packed.types[at] = operationTypes.indexOf(type);
    packed.ids[at] = id;
    const { takenAt, personIds, ...visibility } = attributes[at]!;
    packed.flags[at] = flagsOf(visibility);
    packed.takenAt[at] = takenAt;
    packed.personCounts[at] = personIds.length;
  }
  return packed;
}

/**
 * Vectors in one buffer, each normalised.
 * @throws RangeError for a vector with another number of values, of length 0, or with values that are not finite
 */
export function packVectors(vectors: readonly Float32Array[], dimensions: number): Float32Array {
  const packed = new Float32Array(vectors.length * dimensions);
  for (const [index, vector] of vectors.entries()) {
    if (vector.length !== dimensions) {
      throw new RangeError(`A vector has ${vector.length} values where ${dimensions} are expected.`);
    }
    let squares = 0;
    for (const value of vector) squares += value * value;
    if (!Number.isFinite(squares)) throw new RangeError('A vector has values that are no finite numbers.');
    if (squares === 0) throw new RangeError('A vector is zero and so has no direction.');
    const length = Math.sqrt(squares);
    const start = index * dimensions;
    if (Math.abs(length - 1) <= unitTolerance) packed.set(vector, start);
    else for (let at = 0; at < dimensions; at += 1) packed[start + at] = vector[at]! / length;
  }
  return packed;
}

export function unpackHits({ counts, ids, scores }: PackedHits): VectorHit[][] {
  let at = 0;
  return Array.from(counts, (count) => {
    const hits: VectorHit[] = [];
    for (const end = at + count; at < end; at += 1) hits.push({ id: ids[at]!, score: scores[at]! });
    return hits;
  });
}
