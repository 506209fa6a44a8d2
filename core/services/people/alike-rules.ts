import {
  likenessOf,
  meanSimilarity,
  thresholdsOf,
  type Likeness,
  type LikenessThresholds,
  type SummedFaces,
} from '../../domain/likeness.ts';
import type { PersonSummary } from '../../domain/person.ts';
import type { Audience } from '../../domain/viewer-scope.ts';
import type { Decisions } from '../../store/people/decisions.ts';
import type { People } from '../../store/people/people.ts';

/** Two people are considered different if they share more than this fraction of the photos of the one with fewer photos. */
const maxShared = 0.1;

interface Dependencies {
  readonly people: People;
  readonly decisions: Decisions;
  /** The model of the faces' embeddings; null if there is none. */
  readonly model: () => { thresholds: LikenessThresholds | null } | null;
  /** The sum of a person's embeddings, as of the last update. */
  readonly sumOf: (person: number) => SummedFaces | null;
}

/** Rules for suggesting that two people are the same person. */
export class AlikeRules {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Whether two people may be suggested as the same person: both have faces and are visible, no user has kept them apart,
   * and they rarely appear together in photos.
   */
  mayBeOne(a: PersonSummary, b: PersonSummary, audience: Audience): boolean {
    if (this.#with.decisions.areKeptApart(a.id, b.id)) return false;
    if (a.faceCount === 0 || b.faceCount === 0 || a.hiddenByChoice || b.hiddenByChoice) return false;
    const [fewer, more] = a.photoCount < b.photoCount ? [a, b] : [b, a];
    return this.#with.people.sharedPhotos(fewer.id, more.id, audience) <= maxShared * fewer.photoCount;
  }

  /**
   * @param similarity the similarity of the means of their faces.
   * @returns null if it is below the model's threshold for one person
   */
  likeness(a: number, b: number, similarity: number): Likeness | null {
    const [sumOfA, sumOfB] = [this.#with.sumOf(a), this.#with.sumOf(b)];
    if (!sumOfA || !sumOfB) return null;
    return likenessOf(similarity, meanSimilarity(sumOfA, sumOfB), thresholdsOf(this.#with.model()));
  }
}
