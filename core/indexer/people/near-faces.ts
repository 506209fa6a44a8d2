import type { NewFace } from '../../store/people/clusterer-reads.ts';
import type { VectorHit, VectorIndex } from '../../plugin-api/vector-index.ts';

/** The vector indexes that grouping faces needs. */
export interface FaceVectors {
  /** The model whose vectors the index of faces contains. */
  current(kind: 'face'): { readonly model: string } | null;
  /**
   * The index of faces, or of the means of each person's faces, in sync with the database; null if there is no model, or no
   * plugin for vector indexes.
   */
  index(
    kind: 'face' | 'person',
    wait: 'everything',
    signal: AbortSignal,
  ): Promise<Pick<VectorIndex, 'neighbours' | 'search'> | null>;
}

/** Similar faces and people: a list for each new face, the most similar first. */
export interface NearFaces {
  /** Unassigned faces, including other new ones. */
  readonly faces: readonly (readonly VectorHit[])[];
  readonly persons: readonly (readonly VectorHit[])[];
}

/** The most unassigned faces with which a new face is compared. */
const FACES = 50;

/** The most people with whom a new face is compared. People who are the same person are among the nearest. */
const PERSONS = 8;

/** Vectors per search, so that searches of users can run in between. */
const SEARCHES_AT_ONCE = 32;

/**
 * Finds faces and people that resemble new faces by at least `edge`. A person's faces are not compared one by one: their
 * mean shows how similar they are overall, and there are far fewer people than faces.
 * @param options.examinedUpTo the highest id of an examined face: of later ones, only the new faces are found
 * @returns null if there are no indexes
 */
export async function nearFaces(
  vectors: FaceVectors,
  newFaces: readonly NewFace[],
  { edge, examinedUpTo, signal }: { edge: number; examinedUpTo: number; signal: AbortSignal },
): Promise<NearFaces | null> {
  const ids = newFaces.map(({ id }) => id);
  // Faces with higher ids are compared when they are new in a batch themselves.
  const newestId = Math.max(examinedUpTo, ...ids);
  const ofFaces = await vectors.index('face', 'everything', signal);
  const faces = await ofFaces?.neighbours(ids, { k: FACES, minScore: edge, withoutPersons: true, upTo: newestId });
  signal.throwIfAborted();
  const ofPersons = await vectors.index('person', 'everything', signal);
  if (!faces || !ofPersons) return null;
  const filter = { includeArchived: true, includeHidden: true };
  const persons: VectorHit[][] = [];
  for (let first = 0; first < newFaces.length; first += SEARCHES_AT_ONCE) {
    const batch = newFaces.slice(first, first + SEARCHES_AT_ONCE);
    const queries = batch.map(({ embedding }) => embedding);
    persons.push(...(await ofPersons.search(queries, { k: PERSONS, minScore: edge, filter, signal })));
  }
  signal.throwIfAborted();
  return { faces, persons };
}
