import type { FaceGroups, NewFace } from '../../index-store/face-groups.ts';
import type { PersonSums } from '../../index-store/person-sums.ts';
import type { FaceGroup } from '../../domain/face-linkage.ts';
import type { VectorHit } from '../../plugin-api/vector-index.ts';
import { inPieces } from './in-pieces.ts';
import { DIMENSIONS, type LinkageQuestion } from './linkage.ts';
import { PersonPairs, type ComparedPerson } from './person-pairs.ts';

/**
 * The least quality of a face that a person may begin with. On press photos, persons of 60 people that are in one photo
 * each stay apart from 0.3 on.
 */
const FOUNDING_QUALITY = 0.4;

interface Dependencies {
  readonly store: FaceGroups;
  readonly sums: PersonSums;
}

interface BatchOptions {
  readonly model: string;
  readonly link: number;
  readonly signal: AbortSignal;
}

/** New faces, the faces and persons that they resemble, and all that speaks for and against their being one. */
export interface FaceBatch {
  /** What each group of the question is. */
  readonly members: readonly (NewFace | ComparedPerson)[];
  readonly question: LinkageQuestion;
}

/** Puts together what the clusterer compares: as much as new faces resemble, however large the library is. */
export class FaceBatchReader {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /** @param neighbours of each of the new faces, best first */
  async read(
    fresh: readonly NewFace[],
    neighbours: readonly (readonly VectorHit[])[],
    options: BatchOptions,
  ): Promise<FaceBatch> {
    const { loose, personOf } = await this.#faces(fresh, neighbours, options);
    const touched = [...new Set(personOf.values())].filter((id) => id !== null).sort((a, b) => a - b);
    const persons = await this.#persons(touched, options.signal);

    const members = [...persons, ...loose];
    const positionOfPerson = new Map(persons.map(({ id }, at) => [id, at]));
    const positionOfFace = new Map(loose.map(({ id }, at) => [id, persons.length + at]));
    const positionOf = (faceId: number): number | undefined => {
      const personId = personOf.get(faceId);
      return typeof personId === 'number' ? positionOfPerson.get(personId) : positionOfFace.get(faceId);
    };
    const edges: number[] = [];
    const pairs = new PersonPairs(this.#with.store, persons);
    for (const [at, { id }] of fresh.entries()) {
      const own = positionOf(id);
      if (own === undefined) continue;
      const near = new Set([own]);
      for (const hit of neighbours[at] ?? []) {
        const position = positionOf(hit.id);
        if (position === undefined || position === own) continue;
        edges.push(own, position);
        near.add(position);
      }
      pairs.meet([...near].filter((position) => position < persons.length));
    }
    const { mayBeOne, alike } = await pairs.compared(options);
    edges.push(...alike.flat());

    const sums = new Float32Array(members.length * DIMENSIONS);
    for (const [at, member] of members.entries()) sums.set(vectorOf(member), at * DIMENSIONS);
    const groups = await this.#groups(persons, loose, options.signal);
    return { members, question: { groups, sums, edges: Int32Array.from(edges), link: options.link, mayBeOne } };
  }

  /** The faces that belong to nobody, by id; and of all that take part, whose they are. */
  async #faces(
    fresh: readonly NewFace[],
    neighbours: readonly (readonly VectorHit[])[],
    { model, signal }: BatchOptions,
  ): Promise<{ loose: NewFace[]; personOf: Map<number, number | null> }> {
    const { store } = this.#with;
    const personOf = new Map<number, number | null>(fresh.map(({ id, personId }) => [id, personId]));
    const others = [...new Set(neighbours.flat().map(({ id }) => id))].filter((id) => !personOf.has(id));
    const looseOthers: number[] = [];
    await inPieces(others, signal, (ids) => {
      for (const { id, personId, clustered } of store.known(ids)) {
        // What is new itself and has no person yet sees this one when its turn comes.
        if (personId === null && clustered === 0) continue;
        personOf.set(id, personId);
        if (personId === null) looseOthers.push(id);
      }
    });
    const loose = fresh.filter(({ personId }) => personId === null);
    await inPieces(looseOthers, signal, (ids) => {
      loose.push(...store.withEmbeddings(model, ids));
    });
    return { loose: loose.sort((a, b) => a.id - b.id), personOf };
  }

  async #persons(ids: readonly number[], signal: AbortSignal): Promise<ComparedPerson[]> {
    const { store, sums } = this.#with;
    const persons: ComparedPerson[] = [];
    await inPieces(ids, signal, (piece) => {
      for (const { id, decided } of store.persons(piece)) {
        const sum = sums.of(id);
        if (sum) persons.push({ id, decided: decided === 1, faces: sum.faces, sum: Float32Array.from(sum.sum) });
      }
    });
    return persons;
  }

  async #groups(
    persons: readonly ComparedPerson[],
    loose: readonly NewFace[],
    signal: AbortSignal,
  ): Promise<Omit<FaceGroup, 'sum'>[]> {
    const { store } = this.#with;
    // Of a person's photos, only those matter that faces without a person are in; pairs of persons were compared before.
    const photosOf = new Map<number, number[]>(persons.map(({ id }) => [id, []]));
    await inPieces([...new Set(loose.map(({ photoId }) => photoId))], signal, (photoIds) => {
      for (const { photoId, personId } of store.personsIn(photoIds)) photosOf.get(personId)?.push(photoId);
    });
    const refusedBy = new Map<number, number[]>(loose.map(({ id }) => [id, []]));
    await inPieces(
      loose.map(({ id }) => id),
      signal,
      (faceIds) => {
        for (const { faceId, personId } of store.refusals(faceIds)) refusedBy.get(faceId)?.push(personId);
      },
    );
    return [
      ...persons.map(({ id, faces, decided }) => ({
        faces,
        photos: photosOf.get(id) ?? [],
        person: id,
        decided,
        founds: true,
        refused: [],
      })),
      ...loose.map(({ id, photoId, quality }) => ({
        faces: 1,
        photos: [photoId],
        person: null,
        decided: false,
        founds: quality >= FOUNDING_QUALITY,
        refused: refusedBy.get(id) ?? [],
      })),
    ];
  }
}

/** 512 values; a copy of a face's, since SQLite's buffers may be unaligned. */
function vectorOf(member: NewFace | ComparedPerson): Float32Array {
  if ('sum' in member) return member.sum;
  const vector = new Float32Array(DIMENSIONS);
  Buffer.from(vector.buffer).set(member.embedding);
  return vector;
}
