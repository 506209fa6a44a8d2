import { dot } from '../../domain/dot-product.ts';
import type { Decisions } from '../../store/people/decisions.ts';
import type { ClustererReads } from '../../store/people/clusterer-reads.ts';
import { letOthersRun } from '../../threads/pause.ts';

export interface ComparedPerson {
  readonly id: number;
  readonly decided: boolean;
  readonly faces: number;
  /** The sum of the embeddings of the person's faces. */
  readonly sum: Float32Array;
}

interface Dependencies {
  readonly store: ClustererReads;
  readonly decisions: Decisions;
}

/**
 * The minimum number of faces of a person with decisions to whom the clusterer may add another group. One face is too
 * little: a bad picture that was named would attract a stranger's photos. Such a pair is only suggested, and users decide.
 */
const LEAST_DECIDED_FACES = 2;

/** Pairs between two pauses: one product of 512 values each. */
const PAIRS_AT_ONCE = 2000;

/**
 * Pairs of people whom one face resembles: they may be the same person, found twice.
 *
 * The clusterer never splits people, so it joins two only if all of these conditions hold:
 * - the mean similarity of all their faces is that of one person;
 * - at most one of them has decisions, and that one has enough faces to be recognised;
 * - no photo has faces of both;
 * - no decision says that the two are different people, or that a face of one does not belong to the other.
 *
 * A group without decisions joins a person with decisions by the same rule as a single face, so groups that are found after
 * a person was named need not be merged manually.
 */
export class PersonPairs {
  readonly #with: Dependencies;
  readonly #persons: readonly ComparedPerson[];
  /**
   * Pairs of positions in `persons`, each encoded as one number: the lower position times the number of people, plus the
   * higher.
   */
  readonly #met = new Set<number>();

  constructor(dependencies: Dependencies, persons: readonly ComparedPerson[]) {
    this.#with = dependencies;
    this.#persons = persons;
  }

  /** Adds all pairs of people whom one face resembles. @param positions in `persons`; few */
  meet(positions: readonly number[]): void {
    const sorted = positions.toSorted((a, b) => a - b);
    for (const [at, a] of sorted.entries()) {
      for (const b of sorted.slice(at + 1)) this.#met.add(a * this.#persons.length + b);
    }
  }

  /** @returns the pairs that may be the same person, by their ids; and as `alike` by their positions */
  async compared({ link, signal }: { link: number; signal: AbortSignal }): Promise<{
    mayBeOne: (readonly [number, number])[];
    alike: (readonly [number, number])[];
  }> {
    const alikePairs: (readonly [number, number])[] = [];
    let doneCount = 0;
    for (const pair of [...this.#met].sort((a, b) => a - b)) {
      const a = Math.floor(pair / this.#persons.length);
      const b = pair % this.#persons.length;
      if (this.#alike(a, b, link)) alikePairs.push([a, b]);
      doneCount += 1;
      if (doneCount % PAIRS_AT_ONCE === 0) await letOthersRun(signal);
    }
    const notOne = this.#notOnePerson(alikePairs);
    const mayBeOne: (readonly [number, number])[] = [];
    const positions: (readonly [number, number])[] = [];
    for (const pair of alikePairs) {
      const [a, b] = pair.map((position) => this.#persons[position]);
      if (!a || !b || !this.#mayBeOne(a, b, notOne)) continue;
      mayBeOne.push([a.id, b.id]);
      positions.push(pair);
      await letOthersRun(signal);
    }
    return { mayBeOne, alike: positions };
  }

  #alike(first: number, second: number, link: number): boolean {
    const a = this.#persons[first];
    const b = this.#persons[second];
    if (!a || !b || (a.decided && b.decided)) return false;
    if ([a, b].some(({ decided, faces }) => decided && faces < LEAST_DECIDED_FACES)) return false;
    return dot(a.sum, b.sum) / (a.faces * b.faces) >= link;
  }

  #notOnePerson(pairs: readonly (readonly [number, number])[]): Set<string> {
    const ids = new Set(pairs.flat().flatMap((position) => this.#persons[position]?.id ?? []));
    return new Set(this.#with.store.notOnePerson([...ids]).map(({ owner, other }) => `${owner} ${other}`));
  }

  #mayBeOne(a: ComparedPerson, b: ComparedPerson, notOne: ReadonlySet<string>): boolean {
    if (notOne.has(`${a.id} ${b.id}`) || notOne.has(`${b.id} ${a.id}`)) return false;
    if (this.#with.decisions.areKeptApart(a.id, b.id)) return false;
    const [small, large] = a.faces <= b.faces ? [a, b] : [b, a];
    return !this.#with.store.shareAPhoto(small.id, large.id);
  }
}
