import type { Decisions } from '../../store/people/decisions.ts';
import type { ClustererReads, NewFace } from '../../store/people/clusterer-reads.ts';
import type { PersonSums } from '../../store/people/person-sums.ts';
import { letOthersRun } from '../../threads/pause.ts';
import { faceDimensions } from '../../domain/face-dimensions.ts';
import type { FaceGroup } from '../../domain/face-linkage.ts';
import type { LinkageQuestion } from './linkage.ts';
import type { NearFaces } from './near-faces.ts';
import { PersonPairs, type ComparedPerson } from './person-pairs.ts';

/**
 * The minimum quality of a face from which a new person may be created. A blurred or small face resembles other such faces
 * more than other faces of its person: at 0.4, its embedding has a cosine of 0.85 to 0.9 to that of a good picture. Of the
 * faces in press photos, one in seventeen has a lower quality.
 */
const FOUNDING_QUALITY = 0.4;

/** Rows per read, which takes about a millisecond. */
const ROWS_AT_ONCE = 500;

interface Dependencies {
  readonly store: ClustererReads;
  readonly decisions: Decisions;
  readonly sums: PersonSums;
}

interface BatchOptions {
  readonly model: string;
  readonly link: number;
  readonly signal: AbortSignal;
}

/** New faces, the loose faces and people that resemble them, and the facts for and against joining these. */
export interface FaceBatch {
  /** The member of each group of the question: a loose face or a person. */
  readonly members: readonly (NewFace | ComparedPerson)[];
  readonly question: LinkageQuestion;
}

/**
 * Reads the faces that the clusterer compares: new ones and those that resemble them. The cost does not grow with the
 * library.
 */
export class FaceBatchReader {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  async read(newFaces: readonly NewFace[], near: NearFaces, options: BatchOptions): Promise<FaceBatch> {
    const looseFaces = await this.#loose(newFaces, near.faces, options);
    const persons = await this.#persons(newFaces, near.persons, options.signal);
    const members = [...persons, ...looseFaces];
    const ofPerson = new Map(persons.map(({ id }, at) => [id, at]));
    const ofFace = new Map(looseFaces.map(({ id }, at) => [id, persons.length + at]));

    const edges: number[] = [];
    const pairs = new PersonPairs(this.#with, persons);
    for (const [at, { id, personId }] of newFaces.entries()) {
      const position = personId === null ? ofFace.get(id) : ofPerson.get(personId);
      if (position === undefined) continue;
      const nearPersons = (near.persons[at] ?? []).flatMap((hit) => ofPerson.get(hit.id) ?? []);
      const nearFaces = (near.faces[at] ?? []).flatMap((hit) => ofFace.get(hit.id) ?? []);
      for (const other of [...nearPersons, ...nearFaces]) if (other !== position) edges.push(position, other);
      pairs.meet(personId === null ? nearPersons : [...new Set([position, ...nearPersons])]);
    }
    const { mayBeOne, alike } = await pairs.compared(options);
    edges.push(...alike.flat());

    const sums = new Float32Array(members.length * faceDimensions);
    for (const [at, member] of members.entries())
      sums.set('sum' in member ? member.sum : member.embedding, at * faceDimensions);
    const groups = await this.#groups(persons, looseFaces, options.signal);
    return { members, question: { groups, sums, edges: Int32Array.from(edges), link: options.link, mayBeOne } };
  }

  /** The loose faces, by id: new ones, and examined ones that resemble new faces. */
  async #loose(
    newFaces: readonly NewFace[],
    near: NearFaces['faces'],
    { model, signal }: BatchOptions,
  ): Promise<NewFace[]> {
    const { store } = this.#with;
    const isFresh = new Set(newFaces.map(({ id }) => id));
    const otherIds = [...new Set(near.flat().map(({ id }) => id))].filter((id) => !isFresh.has(id));
    const looseFaces = newFaces.filter(({ personId }) => personId === null);
    await inPieces(otherIds, signal, (ids) => {
      // An unexamined face outside this batch is compared when it is in a batch itself.
      looseFaces.push(...store.stillLoose(model, ids));
    });
    return looseFaces.sort((a, b) => a.id - b.id);
  }

  /** The owners of new faces, and the people that resemble new faces, by id. */
  async #persons(
    newFaces: readonly NewFace[],
    near: NearFaces['persons'],
    signal: AbortSignal,
  ): Promise<ComparedPerson[]> {
    const { store, sums } = this.#with;
    const ids = new Set(near.flat().map(({ id }) => id));
    for (const { personId } of newFaces) if (personId !== null) ids.add(personId);
    const persons: ComparedPerson[] = [];
    const sorted = [...ids].sort((a, b) => a - b);
    await inPieces(sorted, signal, (piece) => {
      for (const { id, decided } of store.persons(piece)) {
        const sum = sums.of(id);
        if (sum) persons.push({ id, decided: decided === 1, faces: sum.faces, sum: Float32Array.from(sum.sum) });
      }
    });
    return persons;
  }

  async #groups(
    persons: readonly ComparedPerson[],
    looseFaces: readonly NewFace[],
    signal: AbortSignal,
  ): Promise<Omit<FaceGroup, 'sum'>[]> {
    const { store } = this.#with;
    // Only photos with loose faces matter here, since `PersonPairs` has compared the photos of two people.
    const photosOf = new Map<number, number[]>(persons.map(({ id }) => [id, []]));
    await inPieces([...new Set(looseFaces.map(({ photoId }) => photoId))], signal, (photoIds) => {
      for (const { photoId, personId } of store.personsIn(photoIds)) photosOf.get(personId)?.push(photoId);
    });
    const notPersons = new Map<number, number[]>(looseFaces.map(({ id }) => [id, []]));
    await inPieces(
      looseFaces.map(({ id }) => id),
      signal,
      (faceIds) => {
        for (const { faceId, personId } of store.notPersons(faceIds)) notPersons.get(faceId)?.push(personId);
      },
    );
    return [
      ...persons.map(({ id, faces, decided }) => ({
        faces,
        photos: photosOf.get(id) ?? [],
        person: id,
        decided,
        founds: true,
        notPersons: [],
      })),
      ...looseFaces.map(({ id, photoId, quality }) => ({
        faces: 1,
        photos: [photoId],
        person: null,
        decided: false,
        founds: quality >= FOUNDING_QUALITY,
        notPersons: notPersons.get(id) ?? [],
      })),
    ];
  }
}

/** Calls `work` for a few ids at a time, and lets other work run in between. */
async function inPieces(
  ids: readonly number[],
  signal: AbortSignal,
  work: (ids: readonly number[]) => void,
): Promise<void> {
  for (let first = 0; first < ids.length; first += ROWS_AT_ONCE) {
    work(ids.slice(first, first + ROWS_AT_ONCE));
    await letOthersRun(signal);
  }
}
