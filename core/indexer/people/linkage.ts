import { faceDimensions } from '../../domain/face-dimensions.ts';
import { linkFaces, type FaceGroup } from '../../domain/face-linkage.ts';

/** Groups of faces and how they touch, packed so that they go to another thread without being copied. */
export interface LinkageQuestion {
  readonly groups: readonly Omit<FaceGroup, 'sum'>[];
  /** 512 values a group. */
  readonly sums: Float32Array<ArrayBuffer>;
  /** Two positions in `groups` an edge. */
  readonly edges: Int32Array<ArrayBuffer>;
  readonly link: number;
  readonly mayBeOne: readonly (readonly [number, number])[];
}

export interface LinkageAnswer {
  /** For each group the position of the first one that it is one with. */
  readonly roots: Int32Array;
}

export function link({ groups, sums, edges, ...options }: LinkageQuestion): Int32Array {
  const withSums = groups.map((group, at) => ({
    ...group,
    sum: sums.subarray(at * faceDimensions, (at + 1) * faceDimensions),
  }));
  return linkFaces(withSums, pairs(edges), options);
}

function* pairs(edges: Int32Array): Generator<[number, number]> {
  for (let at = 0; at + 1 < edges.length; at += 2) yield [edges[at] ?? 0, edges[at + 1] ?? 0];
}
