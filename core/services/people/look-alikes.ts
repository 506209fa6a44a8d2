import { setImmediate } from 'node:timers/promises';
import { faceLikeness, thresholdsOf, type Likeness, type LikenessThresholds } from '../../domain/likeness.ts';
import { noSuchPerson, type PersonSummary } from '../../domain/person.ts';
import type { FaceRow } from '../../domain/photo.ts';
import type { FacePlace, Faces } from '../../store/people/faces.ts';
import type { PersonList } from '../../store/people/person-list.ts';
import type { Page } from '../library.ts';
import { listScope, scopeOf, type Viewer } from '../viewer.ts';
import type { AlikeRules } from './alike-rules.ts';
import type { VectorIndexes } from './nearest-people.ts';

/** The number of people who are compared in detail; libraries rarely reach it. */
const maxPeople = 1000;
/** The number of people to check before other requests get a turn. */
const peopleAtOnce = 20;
/** The number of unassigned faces to compare in one slice: about two milliseconds to read. */
const facesAtOnce = 2000;
/** The number of faces to examine before other requests get a turn. */
const facesBetween = 20;
/** The maximum number of faces that are examined one by one. */
const maxFaces = 500;

export interface LookAlike {
  readonly person: PersonSummary;
  /** Cosine similarity of the means of their faces. */
  readonly similarity: number;
  readonly likeness: Likeness | null;
}

export interface FaceLikePerson {
  readonly face: FaceRow;
  readonly similarity: number;
  readonly likeness: Likeness;
}

interface Dependencies {
  readonly rules: AlikeRules;
  readonly list: PersonList;
  readonly faces: Faces;
  readonly decisions: { notPersons(face: number): number[] };
  readonly vectors: VectorIndexes;
  /** The embeddings of the current model by face, of length 1. */
  readonly embeddings: (ids: readonly number[]) => Map<number, Float32Array>;
  readonly sumOf: (person: number) => { readonly sum: Float64Array; readonly faces: number } | null;
  readonly model: () => { thresholds: LikenessThresholds | null } | null;
  /** Resolves when the persons' means are up to date. */
  readonly sums: () => Promise<void>;
}

/** Finds people and unassigned faces that resemble a person. Empty without a plugin for vector indexes. */
export class LookAlikes {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * People who may be the same person, most similar first.
   * @param threshold the minimum cosine similarity
   * @throws DomainError `not_found`, or the signal's reason
   */
  async people(
    viewer: Viewer,
    id: number,
    threshold: number,
    { limit, offset, includeHidden, signal }: Page & { includeHidden?: boolean | undefined; signal: AbortSignal },
  ): Promise<{ similar: LookAlike[]; total: number }> {
    this.#check(viewer, id);
    const { audience, withHidden } = listScope(viewer, includeHidden);
    await this.#with.sums();
    const index = await this.#with.vectors.index('person', 'everything');
    const [hits = []] = (await index?.neighbours([id], { k: maxPeople, minScore: threshold })) ?? [];
    // A person who appears only in hidden photos is compared, too: viewers of hidden photos may ask for one.
    const [self] = this.#with.list.some([id], audience, true);
    if (!self) throw noSuchPerson();
    const similar: LookAlike[] = [];
    for (let at = 0; at < hits.length; at += peopleAtOnce) {
      const batch = hits.slice(at, at + peopleAtOnce);
      const scores = new Map(batch.map(({ id: other, score }) => [other, score]));
      for (const person of this.#with.list.some([...scores.keys()], audience, withHidden)) {
        const similarity = scores.get(person.id) ?? 0;
        if (person.id === id || !this.#with.rules.mayBeOne({ ...self, hiddenByChoice: false }, person, audience))
          continue;
        similar.push({ person, similarity, likeness: this.#with.rules.likeness(id, person.id, similarity) });
      }
      await setImmediate(undefined, { signal });
    }
    return { similar: similar.slice(offset, offset + limit), total: similar.length };
  }

  /**
   * Unassigned faces that may belong to this person, most similar first.
   * @throws DomainError `not_found`, or the signal's reason
   */
  async faces(
    viewer: Viewer,
    id: number,
    limit: number,
    signal: AbortSignal,
    includeHidden?: boolean,
  ): Promise<FaceLikePerson[]> {
    const scope = listScope(viewer, includeHidden);
    this.#check(viewer, id);
    await this.#with.sums();
    const sum = this.#with.sumOf(id);
    const index = sum && (await this.#with.vectors.index('face', 'everything'));
    if (!sum || !index) return [];
    const length = Math.hypot(...sum.sum);
    const mean = Float32Array.from(sum.sum, (value) => value / length);
    const thresholds = thresholdsOf(this.#with.model());
    let best: { readonly id: number; readonly similarity: number }[] = [];
    for (let last: FacePlace | null = null; ;) {
      signal.throwIfAborted();
      const places: FacePlace[] = this.#with.faces.unassignedAfter(last, facesAtOnce, scope);
      const ids = places.map((place) => place.id);
      const scores = await index.score(mean, ids);
      const scored = ids.map((face, at) => ({ id: face, similarity: scores[at] ?? NaN }));
      best = [...best, ...scored.filter(({ similarity }) => similarity >= thresholds.link)];
      best = best.sort((x, y) => y.similarity - x.similarity || x.id - y.id).slice(0, maxFaces);
      last = places.at(-1) ?? null;
      if (places.length < facesAtOnce) break;
    }
    const lookAlikes: FaceLikePerson[] = [];
    for (const [at, { id: face, similarity }] of best.entries()) {
      if (lookAlikes.length >= limit) break;
      if (at % facesBetween === facesBetween - 1) await setImmediate(undefined, { signal });
      const row = this.#with.faces.row(face, scopeOf(viewer));
      const details = this.#with.faces.get(face, scopeOf(viewer));
      if (row?.personId !== null || !details || this.#isRuledOut(details, id)) continue;
      const embedding = this.#with.embeddings([face]).get(face);
      const likeness = embedding && faceLikeness(similarity, embedding, sum, thresholds);
      if (likeness) lookAlikes.push({ face: row, similarity, likeness });
    }
    return lookAlikes;
  }

  /** Whether a user rejected this person for the face, or the person is in the same photo already. */
  #isRuledOut({ id, photoId }: { id: number; photoId: number }, person: number): boolean {
    return (
      this.#with.decisions.notPersons(id).includes(person) || this.#with.faces.personsInPhoto(photoId).includes(person)
    );
  }

  #check(viewer: Viewer, id: number): void {
    if (!this.#with.list.isThere(id, scopeOf(viewer))) throw noSuchPerson();
  }
}
