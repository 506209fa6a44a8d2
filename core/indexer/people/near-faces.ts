import type { NewFace } from '../../store/people/clusterer-reads.ts';
import type { VectorHit, VectorIndex } from '../../plugin-api/vector-index.ts';

/** The vector indexes, as grouping faces needs them. */
export interface FaceVectors {
  /** The model whose vectors are in the index of faces. */
  current(kind: 'face'): { readonly model: string } | null;
  /**
   * The index of faces, or of the means of each person's faces, in step with the database; null where there is no model,
   * or no plugin that keeps vector indexes.
   */
  index(kind: 'face' | 'person', wait: 'everything'): Promise<Pick<VectorIndex, 'neighbours' | 'search'> | null>;
}

/** Similar faces and people: a list for each new face, the most similar first. */
export interface NearFaces {
  /** Unassigned faces, other new faces among them. */
  readonly faces: readonly (readonly VectorHit[])[];
  readonly persons: readonly (readonly VectorHit[])[];
}

/** Unassigned faces that a new face is compared with, at most. */
const FACES = 50;

/** People that a new face is compared with, at most. People who are one person, found twice, are among the nearest. */
const PERSONS = 8;

/** Vectors of one search: searches that people wait for come in between. */
const SEARCHES_AT_ONCE = 32;

/**
 * Finds faces and people that resemble new faces by at least `edge`. A person's faces are not compared one by one:
 * their mean tells how similar they are on the whole, and there are far fewer people than faces.
 * @param options.examinedUpTo no face with a higher id was examined: of those, only the new ones are found
 * @returns null without indexes
 */
export async function nearFaces(
  vectors: FaceVectors,
  fresh: readonly NewFace[],
  { edge, examinedUpTo, signal }: { edge: number; examinedUpTo: number; signal: AbortSignal },
): Promise<NearFaces | null> {
  const ids = fresh.map(({ id }) => id);
  // Faces behind these are compared in the batch that they are new in.
  const upTo = Math.max(examinedUpTo, ...ids);
  const ofFaces = await vectors.index('face', 'everything');
  const faces = await ofFaces?.neighbours(ids, { k: FACES, minScore: edge, withoutPersons: true, upTo });
  signal.throwIfAborted();
  const ofPersons = await vectors.index('person', 'everything');
  if (!faces || !ofPersons) return null;
  const filter = { includeArchived: true, includeHidden: true };
  const persons: VectorHit[][] = [];
  for (let first = 0; first < fresh.length; first += SEARCHES_AT_ONCE) {
    const some = fresh.slice(first, first + SEARCHES_AT_ONCE);
    const queries = some.map(({ embedding }) => embedding);
    persons.push(...(await ofPersons.search(queries, { k: PERSONS, minScore: edge, filter, signal })));
  }
  signal.throwIfAborted();
  return { faces, persons };
}
