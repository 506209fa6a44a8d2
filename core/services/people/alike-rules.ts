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

/** Two people are not one if they share more than this part of the smaller one's photos. */
const mostShared = 0.1;

interface Dependencies {
  readonly people: People;
  readonly decisions: Decisions;
  /** The model of the faces' embeddings; null while there is none. */
  readonly model: () => { thresholds: LikenessThresholds | null } | null;
  /** As of the last change of owners. */
  readonly sumOf: (person: number) => SummedFaces | null;
}

/** Rules for suggesting that two people are the same person. */
export class AlikeRules {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Whether two may be suggested as the same person: both have faces and are shown, no user has kept them apart, and
   * they rarely appear together in photos.
   */
  mayBeOne(a: PersonSummary, b: PersonSummary, audience: Audience): boolean {
    if (this.#with.decisions.areKeptApart(a.id, b.id)) return false;
    if (a.faceCount === 0 || b.faceCount === 0 || a.hiddenByChoice || b.hiddenByChoice) return false;
    const [fewer, more] = a.photoCount < b.photoCount ? [a, b] : [b, a];
    return this.#with.people.sharedPhotos(fewer.id, more.id, audience) <= mostShared * fewer.photoCount;
  }

  /** @param similarity of the means of their faces. @returns null for less than the model takes for one person */
  likeness(a: number, b: number, similarity: number): Likeness | null {
    const [one, other] = [this.#with.sumOf(a), this.#with.sumOf(b)];
    if (!one || !other) return null;
    return likenessOf(similarity, meanSimilarity(one, other), thresholdsOf(this.#with.model()));
  }
}
