import type { FaceAssignments } from '../../index-store/face-assignments.ts';
import type { NewFace } from '../../index-store/face-groups.ts';
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
}

/**
 * Faces that a new person has at least. Of 100 different people, blurred by 5 px, two became one person when two faces
 * were enough, and none with three; on sharp photos it makes no difference.
 */
const LEAST_FACES = 3;

/** Faces that are written in one go: each tells several logs about itself, some 40 µs. */
const WRITES_AT_ONCE = 100;

/** Writes what came of a batch, a few clusters at a time: each is whole, or was not begun. */
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
    let pending: Cluster[] = [];
    let faces = 0;
    const flush = async (): Promise<void> => {
      this.#with.transact(() => {
        for (const cluster of pending) this.#place(cluster, isFresh, model);
      });
      pending = [];
      faces = 0;
      await letOthersRun(signal);
    };
    for (const cluster of clustersOf(members, roots)) {
      await this.#join(cluster.persons, signal);
      pending.push(cluster);
      faces += cluster.faces.length;
      if (faces >= WRITES_AT_ONCE) await flush();
    }
    await flush();
  }

  #place({ persons: [person], faces }: Cluster, isFresh: ReadonlySet<number>, model: string): void {
    const { assignments, clock } = this.#with;
    // Merged into another meanwhile: its faces are looked at again.
    if (person && !assignments.isThere(person.id)) return;
    const free = faces.filter((face) => !isFresh.has(face.id) || assignments.looked(face, model)).map(({ id }) => id);
    if (person) for (const id of free) assignments.assign(id, person.id);
    else if (free.length >= LEAST_FACES) assignments.found(free, LEAST_FACES, clock());
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
    if (!cluster) clusters.set(root, (cluster = { persons: [], faces: [] }));
    if ('sum' in member) cluster.persons.push(member);
    else cluster.faces.push(member);
  }
  for (const { persons } of clusters.values()) persons.sort(byRight);
  return [...clusters.values()];
}

/** Whom people decided about stays, then who has most faces, then who came first. */
function byRight(a: ComparedPerson, b: ComparedPerson): number {
  return Number(b.decided) - Number(a.decided) || b.faces - a.faces || a.id - b.id;
}
