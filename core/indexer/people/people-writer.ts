import type { FaceAssignments } from '../../index-store/people/face-assignments.ts';
import type { NewFace } from '../../index-store/people/face-groups.ts';
import type { Transact } from '../../index-store/transact.ts';
import { letOthersRun } from '../pause.ts';
import type { FaceBatch } from './face-batch.ts';
import type { ComparedPerson } from './person-pairs.ts';

interface Dependencies {
  readonly assignments: FaceAssignments;
  readonly transact: Transact;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** What the linkage says is one person. */
interface Cluster {
  readonly persons: ComparedPerson[];
  readonly faces: NewFace[];
  /** Whose the faces are; null while nobody was found in them. */
  person: number | null;
}

/** Some of the faces of a cluster: nobody waits until thousands are written. */
interface Piece {
  readonly cluster: Cluster;
  readonly faces: readonly NewFace[];
}

/**
 * Faces that a new person has at least. Of 100 different people, blurred by 5 px, two became one person when two faces
 * were enough, and none with three; on sharp photos it makes no difference.
 */
const LEAST_FACES = 3;

/** Faces that are written in one go: each tells several logs about itself, some 40 µs. */
const WRITES_AT_ONCE = 100;

/**
 * Writes what came of a batch, some faces at a time. When it is cut off, new faces that were not written are looked at
 * again, with those that they resemble.
 */
export class PeopleWriter {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @param fresh the faces that are new; what belongs to somebody among them is only noted as looked at */
  async write(
    { members }: FaceBatch,
    roots: Int32Array,
    { fresh, model, signal }: { fresh: readonly NewFace[]; model: string; signal: AbortSignal },
  ): Promise<void> {
    const isFresh = new Set(fresh.map(({ id }) => id));
    const looked = fresh.filter(({ personId }) => personId !== null);
    for (let first = 0; first < looked.length; first += WRITES_AT_ONCE) {
      this.#with.transact(() => {
        for (const face of looked.slice(first, first + WRITES_AT_ONCE)) this.#with.assignments.looked(face, model);
      });
      await letOthersRun(signal);
    }
    let pending: Piece[] = [];
    let faces = 0;
    const flush = async (): Promise<void> => {
      this.#with.transact(() => {
        for (const piece of pending) this.#place(piece, isFresh, model);
      });
      pending = [];
      faces = 0;
      await letOthersRun(signal);
    };
    for (const cluster of clustersOf(members, roots)) {
      await this.#join(cluster.persons, signal);
      // New ones last: they bring back the others.
      const sorted = cluster.faces.toSorted((a, b) => Number(isFresh.has(a.id)) - Number(isFresh.has(b.id)));
      for (let first = 0; first < sorted.length; first += WRITES_AT_ONCE) {
        const piece = { cluster, faces: sorted.slice(first, first + WRITES_AT_ONCE) };
        pending.push(piece);
        faces += piece.faces.length;
        if (faces >= WRITES_AT_ONCE) await flush();
      }
    }
    await flush();
  }

  #place({ cluster, faces }: Piece, isFresh: ReadonlySet<number>, model: string): void {
    const { assignments, clock } = this.#with;
    // Merged into another meanwhile: its faces are looked at again.
    if (cluster.person !== null && !assignments.isThere(cluster.person)) return;
    const free = faces.filter((face) => !isFresh.has(face.id) || assignments.looked(face, model)).map(({ id }) => id);
    if (cluster.person !== null) for (const id of free) assignments.assign(id, cluster.person);
    else if (free.length >= LEAST_FACES) cluster.person = assignments.found(free, LEAST_FACES, clock());
  }

  /** Makes the others part of the first. */
  async #join([stays, ...others]: readonly ComparedPerson[], signal: AbortSignal): Promise<void> {
    if (!stays) return;
    const { assignments, transact } = this.#with;
    for (const { id } of others) {
      let state = 'more';
      while (state === 'more') {
        state = transact(() => assignments.join(id, stays.id, WRITES_AT_ONCE));
        await letOthersRun(signal);
      }
    }
  }
}

function clustersOf(members: FaceBatch['members'], roots: Int32Array): Cluster[] {
  const clusters = new Map<number, Cluster>();
  for (const [at, member] of members.entries()) {
    const root = roots[at] ?? at;
    let cluster = clusters.get(root);
    if (!cluster) clusters.set(root, (cluster = { persons: [], faces: [], person: null }));
    if ('sum' in member) cluster.persons.push(member);
    else cluster.faces.push(member);
  }
  for (const cluster of clusters.values()) {
    cluster.persons.sort(byRight);
    cluster.person = cluster.persons[0]?.id ?? null;
  }
  return [...clusters.values()];
}

/** Whom people decided about stays, then who has most faces, then who came first. */
function byRight(a: ComparedPerson, b: ComparedPerson): number {
  return Number(b.decided) - Number(a.decided) || b.faces - a.faces || a.id - b.id;
}
