import { dot } from './dot-product.ts';
import { PairHeap } from './pair-heap.ts';

/** A loose face, which has no owner, or all faces of one person, who is never split. */
export interface FaceGroup {
  /** The sum of the faces' embeddings, each of length 1. */
  readonly sum: Float32Array;
  /** The number of faces. */
  readonly faces: number;
  /** The photos of these faces: a person occurs only once in a photo. */
  readonly photos: readonly number[];
  /** Null for a loose face. */
  readonly person: number | null;
  /** Whether users decided anything about the person: two such people are never joined. */
  readonly decided: boolean;
  /** Whether one of the faces is good enough to create a person from. A face that is not can only join one. */
  readonly founds: boolean;
  /** People to whom these faces do not belong, by decision. */
  readonly notPersons: readonly number[];
}

export interface LinkageOptions {
  /** The minimum mean cosine similarity between the faces of two groups that are joined. */
  readonly link: number;
  /** The only pairs of people that may be joined. If absent, all may, under the other rules. */
  readonly mayBeOne?: readonly (readonly [number, number])[];
}

/**
 * Groups faces into people by average linkage: the two most similar groups are joined repeatedly, as long as the mean
 * cosine similarity of all pairs of their faces is high enough and no rule forbids it.
 *
 * For vectors of length 1, this mean is the product of the groups' sums, divided by the product of their sizes: a step
 * costs one product per neighbour, regardless of the sizes of groups. Only groups with an edge between them are compared.
 * Of equal similarities, that of the earlier groups comes first, so that the same input gives the same people.
 *
 * @param edges pairs of positions in `groups` that have two similar faces
 * @returns for each group, the position of the first group of its cluster
 */
export function linkFaces(
  groups: readonly FaceGroup[],
  edges: Iterable<readonly [number, number]>,
  { link, mayBeOne }: LinkageOptions,
): Int32Array {
  return new Linkage(groups, link, mayBeOne).run(edges);
}

interface Cluster {
  sum: Float32Array;
  faces: number;
  photos: Set<number>;
  /** Several if people without decisions were joined. */
  persons: Set<number>;
  decided: boolean;
  founds: boolean;
  notPersons: Set<number>;
  readonly neighbours: Set<number>;
  /** The position of its first group. */
  readonly first: number;
}

class Linkage {
  readonly #link: number;
  readonly #groups: number;
  /** The people with whom each person may be joined. */
  readonly #mates: Map<number, Set<number>> | undefined;
  /** The groups, followed by the clusters into which they were joined; undefined for those that were joined. */
  readonly #clusters: (Cluster | undefined)[];
  readonly #heap = new PairHeap();
  /** For each cluster, the position of the cluster into which it was joined, or its own. */
  readonly #into: number[];

  constructor(groups: readonly FaceGroup[], link: number, mayBeOne: LinkageOptions['mayBeOne']) {
    this.#link = link;
    this.#groups = groups.length;
    this.#mates = mayBeOne && matesOf(mayBeOne);
    this.#clusters = groups.map((group, first) => ({
      sum: group.sum,
      faces: group.faces,
      photos: new Set(group.photos),
      persons: new Set(group.person === null ? [] : [group.person]),
      decided: group.decided,
      founds: group.founds || group.person !== null,
      notPersons: new Set(group.notPersons),
      neighbours: new Set<number>(),
      first,
    }));
    this.#into = groups.map((_, index) => index);
  }

  run(edges: Iterable<readonly [number, number]>): Int32Array {
    for (const [a, b] of edges) {
      const first = Math.min(a, b);
      const second = Math.max(a, b);
      if (first === second || this.#clusters[first]!.neighbours.has(second)) continue;
      this.#clusters[first]!.neighbours.add(second);
      this.#clusters[second]!.neighbours.add(first);
      this.#offer(first, second);
    }
    for (let best = this.#heap.pop(); best; best = this.#heap.pop()) {
      const a = this.#clusters[best.first];
      const b = this.#clusters[best.second];
      if (a && b && this.#mayJoin(a, b)) this.#join(best.first, best.second);
    }
    return this.#roots();
  }

  #offer(first: number, second: number): void {
    const a = this.#clusters[first]!;
    const b = this.#clusters[second]!;
    const similarity = dot(a.sum, b.sum) / (a.faces * b.faces);
    if (similarity >= this.#link) this.#heap.push(similarity, first, second);
  }

  #mayJoin(a: Cluster, b: Cluster): boolean {
    if (!a.founds && !b.founds) return false;
    if (a.decided && b.decided) return false;
    if (overlap(a.photos, b.photos) || overlap(a.notPersons, b.persons) || overlap(b.notPersons, a.persons))
      return false;
    if (!this.#mates) return true;
    for (const person of a.persons) {
      for (const other of b.persons) if (this.#mates.get(person)?.has(other) !== true) return false;
    }
    return true;
  }

  #join(first: number, second: number): void {
    const a = this.#clusters[first]!;
    const b = this.#clusters[second]!;
    const [large, small] = a.photos.size >= b.photos.size ? [a, b] : [b, a];
    const joined: Cluster = {
      sum: sumOf(a.sum, b.sum),
      faces: a.faces + b.faces,
      // The larger sets are reused, so that adding a face to a person with ten thousand photos does not copy them.
      photos: unite(large.photos, small.photos),
      persons: unite(large.persons, small.persons),
      decided: a.decided || b.decided,
      founds: true,
      notPersons: unite(large.notPersons, small.notPersons),
      neighbours: unite(large.neighbours, small.neighbours),
      first: Math.min(a.first, b.first),
    };
    const position = this.#clusters.push(joined) - 1;
    this.#into.push(position);
    this.#into[first] = position;
    this.#into[second] = position;
    this.#clusters[first] = undefined;
    this.#clusters[second] = undefined;
    joined.neighbours.delete(first);
    joined.neighbours.delete(second);
    for (const neighbour of joined.neighbours) {
      const { neighbours } = this.#clusters[neighbour]!;
      neighbours.delete(first);
      neighbours.delete(second);
      neighbours.add(position);
      this.#offer(neighbour, position);
    }
  }

  #roots(): Int32Array {
    // In reverse order, since a cluster comes after those that were joined into it.
    const root = new Int32Array(this.#into.length);
    for (let index = this.#into.length - 1; index >= 0; index -= 1) {
      const into = this.#into[index]!;
      root[index] = into === index ? this.#clusters[index]!.first : root[into]!;
    }
    return root.slice(0, this.#groups);
  }
}

function matesOf(pairs: readonly (readonly [number, number])[]): Map<number, Set<number>> {
  const mates = new Map<number, Set<number>>();
  const add = (person: number, mate: number): void => {
    const matesOfPerson = mates.get(person);
    if (matesOfPerson) matesOfPerson.add(mate);
    else mates.set(person, new Set([mate]));
  };
  for (const [a, b] of pairs) {
    add(a, b);
    add(b, a);
  }
  return mates;
}

function sumOf(a: Float32Array, b: Float32Array): Float32Array {
  const sum = new Float32Array(a.length);
  for (let i = 0; i < a.length; i += 1) sum[i] = a[i]! + b[i]!;
  return sum;
}

function overlap<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  for (const item of small) if (large.has(item)) return true;
  return false;
}

function unite<T>(into: Set<T>, from: ReadonlySet<T>): Set<T> {
  for (const item of from) into.add(item);
  return into;
}
