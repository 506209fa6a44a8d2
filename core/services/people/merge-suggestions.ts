import { setImmediate } from 'node:timers/promises';
import type { Likeness } from '../../domain/likeness.ts';
import type { PersonSummary } from '../../domain/person.ts';
import type { Facets } from '../../timeline/facets.ts';
import { everything, type ListScope } from '../../domain/viewer-scope.ts';
import { listScope, type Viewer } from '../viewer.ts';
import { SharedComputation } from '../shared-computation.ts';
import type { Page } from '../library.ts';
import type { PersonList } from '../../store/people/person-list.ts';
import type { AlikeRules } from './alike-rules.ts';
import type { VectorIndexes } from './nearest-people.ts';

export interface MergeSuggestion {
  /** The target of the merge: named, or with more faces. */
  readonly a: PersonSummary;
  readonly b: PersonSummary;
  /** Cosine similarity of the means of their faces. */
  readonly similarity: number;
  /** Null if their similarity is below the model's threshold for one person. */
  readonly likeness: Likeness | null;
}

/** A person with the number of similar people. */
export interface SimilarPeopleCount {
  readonly person: PersonSummary;
  readonly candidates: number;
  /** Up to three of the highest similarities. */
  readonly topScores: readonly number[];
}

interface Pair {
  readonly low: number;
  readonly high: number;
  readonly similarity: number;
}

/** The number of people to find similar people for, named and large ones first; the similar people may be anyone. */
const maxPersons = 2000;
/** The number of people in one query: few enough that a search in between does not wait long. */
const personsAtOnce = 100;
const doublesEach = 20;
/** The number of pairs to check before other requests get a turn. */
const pairsAtOnce = 20;
const topScores = 3;

interface Dependencies {
  readonly rules: AlikeRules;
  readonly list: PersonList;
  readonly facets: Facets;
  readonly vectors: VectorIndexes;
  /** The model of the faces' embeddings; null if there is none. */
  readonly model: () => { model: string } | null;
  /** Resolves when the persons' means are up to date. */
  readonly sums: () => Promise<void>;
}

/** Suggests pairs of people who may be the same person. */
export class MergeSuggestions {
  readonly #with: Dependencies;
  #known: { readonly key: string; readonly pairs: SharedComputation<Pair[]> } | undefined;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * Most similar pairs first, without people who are kept apart or appear together in photos. Empty without a plugin for
   * vector indexes.
   * @param filter.threshold the minimum cosine similarity
   * @param filter.likely only pairs that the model's thresholds call likely
   * @throws the signal's reason
   */
  async list(
    viewer: Viewer,
    filter: { threshold: number; likely?: boolean | undefined; includeHidden?: boolean | undefined },
    limit: number,
    signal: AbortSignal,
  ): Promise<MergeSuggestion[]> {
    const suggestions: MergeSuggestion[] = [];
    const scope = listScope(viewer, filter.includeHidden);
    for await (const pair of this.#suggested(scope, filter.threshold, signal)) {
      if (filter.likely === true && pair.likeness !== 'likely') continue;
      suggestions.push(pair);
      if (suggestions.length >= limit) break;
    }
    return suggestions;
  }

  /**
   * People with the most similar people first.
   * @throws the signal's reason
   */
  async ranking(
    viewer: Viewer,
    threshold: number,
    page: Page & { includeHidden?: boolean | undefined },
    signal: AbortSignal,
  ): Promise<{ people: SimilarPeopleCount[]; total: number }> {
    const scope = listScope(viewer, page.includeHidden);
    const scores = new Map<PersonSummary['id'], { readonly person: PersonSummary; readonly of: number[] }>();
    for await (const { a, b, similarity } of this.#suggested(scope, threshold, signal)) {
      for (const person of [a, b]) {
        const known = scores.get(person.id);
        if (known) known.of.push(similarity);
        else scores.set(person.id, { person, of: [similarity] });
      }
    }
    const ranked = [...scores.values()].sort(
      (x, y) => y.of.length - x.of.length || (y.of[0] ?? 0) - (x.of[0] ?? 0) || x.person.id - y.person.id,
    );
    const people = ranked
      .slice(page.offset, page.offset + page.limit)
      .map(({ person, of }) => ({ person, candidates: of.length, topScores: of.slice(0, topScores) }));
    return { people, total: ranked.length };
  }

  /** The pairs that may be suggested under the current rules. */
  async *#suggested(scope: ListScope, threshold: number, signal: AbortSignal): AsyncGenerator<MergeSuggestion> {
    const { audience, withHidden } = scope;
    const pairs = await this.#pairs(threshold).for(signal);
    for (let at = 0; at < pairs.length; at += pairsAtOnce) {
      const batch = pairs.slice(at, at + pairsAtOnce);
      const ids = [...new Set(batch.flatMap(({ low, high }) => [low, high]))];
      const people = new Map(this.#with.list.some(ids, audience, withHidden).map((person) => [person.id, person]));
      for (const { low, high, similarity } of batch) {
        const [a, b] = [people.get(low), people.get(high)].filter((one) => one !== undefined).sort(byWeight);
        if (!a || !b || !this.#with.rules.mayBeOne(a, b, audience)) continue;
        yield { a, b, similarity, likeness: this.#with.rules.likeness(a.id, b.id, similarity) };
      }
      await setImmediate(undefined, { signal });
    }
  }

  /**
   * The pairs are computed again only after faces have changed their person, or with another model; concurrent requests
   * share the result.
   */
  #pairs(threshold: number): SharedComputation<Pair[]> {
    const key = `${this.#with.facets.version('people')} ${this.#with.model()?.model ?? ''} ${threshold}`;
    if (this.#known?.key !== key || this.#known.pairs.isGivenUp) {
      const pairs = new SharedComputation((signal) => this.#find(threshold, signal));
      this.#known = { key, pairs };
    }
    return this.#known.pairs;
  }

  async #find(threshold: number, signal: AbortSignal): Promise<Pair[]> {
    await this.#with.sums();
    const index = await this.#with.vectors.index('person', 'everything');
    if (!index) return [];
    // Include hidden people, since one may be shown again while these pairs are cached.
    const all = { withHidden: true, audience: everything };
    const { people } = this.#with.list.page({ key: null, limit: maxPersons, offset: 0, ...all });
    const ids = people.filter(({ faceCount }) => faceCount > 0).map(({ id }) => id);
    const pairs = new Map<string, Pair>();
    for (let at = 0; at < ids.length; at += personsAtOnce) {
      signal.throwIfAborted();
      const batch = ids.slice(at, at + personsAtOnce);
      const doubles = await index.neighbours(batch, { k: doublesEach, minScore: threshold });
      for (const [position, person] of batch.entries()) {
        for (const { id, score } of doubles[position] ?? []) {
          const low = Math.min(id, person);
          const high = Math.max(id, person);
          if (low !== high) pairs.set(`${low} ${high}`, { low, high, similarity: score });
        }
      }
    }
    return [...pairs.values()].sort((x, y) => y.similarity - x.similarity || x.low - y.low || x.high - y.high);
  }
}

const byWeight = (x: PersonSummary, y: PersonSummary): number =>
  Number(x.name === null) - Number(y.name === null) || y.faceCount - x.faceCount || x.id - y.id;
