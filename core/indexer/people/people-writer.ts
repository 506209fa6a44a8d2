import type { Decisions } from '../../store/people/decisions.ts';
import type { ClustererReads, NewFace } from '../../store/people/clusterer-reads.ts';
import type { FaceOwners } from '../../store/people/face-owners.ts';
import type { People } from '../../store/people/people.ts';
import type { Transact } from '../../store/transact.ts';
import type { Merge } from '../../domain/person.ts';
import { letOthersRun } from '../../threads/pause.ts';
import type { FaceBatch } from './face-batch.ts';
import type { ComparedPerson } from './person-pairs.ts';

interface Dependencies {
  readonly groups: ClustererReads;
  readonly owners: FaceOwners;
  readonly people: People;
  readonly decisions: Decisions;
  readonly transact: Transact;
  /** Epoch seconds. */
  readonly clock: () => number;
}

/** One person according to average linkage. */
interface Cluster {
  readonly persons: ComparedPerson[];
  readonly faces: NewFace[];
  /** The person who gets the faces; null until the person is created. */
  person: number | null;
}

/** Some of the faces of a cluster, so that requests need not wait until thousands are written. */
interface Piece {
  readonly cluster: Cluster;
  readonly faces: readonly NewFace[];
}

/**
 * The minimum number of faces for a new person. Of 100 different people, blurred by 5 px, two became one person with a
 * minimum of two faces, and none with three; for sharp photos it makes no difference.
 */
const LEAST_FACES = 3;

/** Faces per transaction: each takes some 40 µs, since triggers write several logs. */
const WRITES_AT_ONCE = 100;

/**
 * Writes the clusters of a batch, some faces at a time. Decisions that users make in the meantime are respected: each write
 * checks them again. If it is interrupted, the next run examines the new faces that were not written.
 */
export class PeopleWriter {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @param newFaces those that already have an owner are only marked as examined */
  async write(
    { members }: FaceBatch,
    roots: Int32Array,
    { fresh: newFaces, model, signal }: { fresh: readonly NewFace[]; model: string; signal: AbortSignal },
  ): Promise<void> {
    const isFresh = new Set(newFaces.map(({ id }) => id));
    const owned = newFaces.filter(({ personId }) => personId !== null);
    for (let first = 0; first < owned.length; first += WRITES_AT_ONCE) {
      this.#with.transact(() => {
        for (const face of owned.slice(first, first + WRITES_AT_ONCE)) this.#with.owners.examined(face, model);
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
      // New faces are written last: after an interruption, those that are not written are examined again, with the
      // others.
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
    const { owners, people } = this.#with;
    // The person may have been merged in the meantime: then the faces are examined again.
    if (cluster.person !== null && !people.get(cluster.person)) return;
    const unassigned = faces
      .filter((face) => !isFresh.has(face.id) || owners.examined(face, model))
      .map(({ id }) => id);
    if (cluster.person !== null) for (const id of unassigned) owners.offer(id, cluster.person, 'auto');
    else if (unassigned.length >= LEAST_FACES) cluster.person = this.#found(unassigned);
  }

  /** Creates a person without a name from the faces that are still unassigned; null if there are too few. */
  #found(faces: readonly number[]): number | null {
    const { owners, people, clock } = this.#with;
    const person = people.add(null, null, clock());
    const assigned = faces.filter((id) => owners.offer(id, person, 'auto'));
    if (assigned.length >= LEAST_FACES) return person;
    // The faces of a removed person become unassigned.
    people.remove(person);
    return null;
  }

  /** Merges the other people into the first one. */
  async #join([stays, ...others]: readonly ComparedPerson[], signal: AbortSignal): Promise<void> {
    if (!stays) return;
    for (const { id } of others) {
      const merge = { source: id, target: stays.id };
      let state = 'more';
      while (state === 'more') {
        state = this.#with.transact(() => this.#joinSome(merge));
        await letOthersRun(signal);
      }
    }
  }

  /** Moves some faces of the source and, after the last one, its decisions. 'no': a decision keeps the two apart. */
  #joinSome(merge: Merge): 'more' | 'done' | 'no' {
    const { groups, owners, people, decisions } = this.#with;
    if (!groups.mayJoin(merge)) return 'no';
    if (owners.moveSingle(merge, WRITES_AT_ONCE) === WRITES_AT_ONCE) return 'more';
    // A face remains if its photo also contains a face of the target: the source then stays, with the remaining faces.
    if (owners.some(merge.source, 1).length > 0) return 'no';
    decisions.follow(merge);
    people.remove(merge.source);
    return 'done';
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

/** The order of people, the one to keep first: with decisions, then with most faces, then oldest. */
function byRight(a: ComparedPerson, b: ComparedPerson): number {
  return Number(b.decided) - Number(a.decided) || b.faces - a.faces || a.id - b.id;
}
