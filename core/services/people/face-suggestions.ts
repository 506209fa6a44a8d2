import {
  faceLikeness,
  thresholdsOf,
  type Likeness,
  type LikenessThresholds,
  type SummedFaces,
} from '../../domain/likeness.ts';
import { noSuchFace, type PersonSummary } from '../../domain/person.ts';
import type { Decisions } from '../../store/people/decisions.ts';
import type { Faces } from '../../store/people/faces.ts';
import type { PersonList } from '../../store/people/person-list.ts';
import { listScope, openScopeOf, type Viewer } from '../viewer.ts';
import type { NearestPeople } from './nearest-people.ts';

export interface Suggestion {
  readonly person: PersonSummary;
  /** Cosine similarity of the face to the mean of the person's faces. */
  readonly similarity: number;
  readonly likeness: Likeness;
}

/** The number of extra persons to request, since hidden persons and those without visible photos are not suggested. */
const extraHits = 50;

interface Dependencies {
  readonly faces: Faces;
  readonly decisions: Decisions;
  readonly people: PersonList;
  readonly nearest: NearestPeople;
  readonly model: () => { model: string; thresholds: LikenessThresholds | null } | null;
  /** The sum of a person's embeddings, as of the last update. */
  readonly sumOf: (person: number) => SummedFaces | null;
  /** Resolves when the persons' means are up to date. */
  readonly sums: () => Promise<void>;
}

/** Suggests persons for a face. */
export class FaceSuggestions {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * The persons most similar to the face, without those in the same photo and those already rejected for it. Persons
   * below the model's threshold for one person are left out.
   * @throws DomainError `not_found`
   */
  async of(viewer: Viewer, id: number, limit: number, includeHidden?: boolean): Promise<Suggestion[]> {
    const { audience, withHidden } = listScope(viewer, includeHidden);
    const face = this.#with.faces.get(id, openScopeOf(viewer));
    if (!face) throw noSuchFace();
    const model = this.#with.model();
    const embedding = model && this.#with.faces.embedding(id, model.model);
    if (!embedding) return [];
    await this.#with.sums();
    const ruledOut = new Set([
      ...this.#with.decisions.notPersons(id),
      ...this.#with.faces.personsInPhoto(face.photoId),
    ]);
    const [hits = []] = await this.#with.nearest.of([embedding], limit + ruledOut.size + extraHits);
    const thresholds = thresholdsOf(model);
    const similarPeople = new Map(
      hits.flatMap(({ id, score }) => {
        const sum = score >= thresholds.link && !ruledOut.has(id) ? this.#with.sumOf(id) : null;
        const likeness = sum && faceLikeness(score, embedding, sum, thresholds);
        return likeness ? [[id, { similarity: score, likeness }] as const] : [];
      }),
    );
    return this.#with.people
      .some([...similarPeople.keys()], audience, withHidden)
      .filter(({ faceCount, hiddenByChoice }) => faceCount > 0 && !hiddenByChoice)
      .slice(0, limit)
      .flatMap((person) => {
        const resemblance = similarPeople.get(person.id);
        return resemblance ? [{ person, ...resemblance }] : [];
      });
  }
}
