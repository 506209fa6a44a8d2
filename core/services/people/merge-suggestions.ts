import { setImmediate } from 'node:timers/promises';
import type { PersonSummary } from '../../domain/person.ts';
import type { Facets } from '../../timeline/facets.ts';
import type { Decisions } from '../../store/people/decisions.ts';
import type { People } from '../../store/people/people.ts';
import type { PersonList } from '../../store/people/person-list.ts';
import type { VectorIndexes } from './nearest-people.ts';

export interface MergeSuggestion {
  /** The target of the merge: named, or with more faces. */
  readonly a: PersonSummary;
  readonly b: PersonSummary;
  /** Cosine similarity of the means of their faces. */
  readonly similarity: number;
}

interface Pair {
  readonly low: number;
  readonly high: number;
  readonly similarity: number;
}

/** Persons for whom others like them are searched, named and large ones first; any person may be found. */
const mostPersons = 2000;
/** Persons that are asked about at once: short enough that a search in between does not wait long. */
const personsAtOnce = 100;
const doublesEach = 20;
/** Two people are not one if they share more than this part of the smaller one's photos. */
const mostShared = 0.1;
/** Pairs that are checked before other requests have their turn. */
const pairsAtOnce = 20;

interface Dependencies {
  readonly people: People;
  readonly decisions: Decisions;
  readonly list: PersonList;
  readonly facets: Facets;
  readonly vectors: VectorIndexes;
  /** The model of the faces' embeddings; null while there is none. */
  readonly model: () => { model: string } | null;
  /** Resolves when the persons' means are up to date. */
  readonly sums: () => Promise<void>;
}

/** Pairs of persons who may be one. */
export class MergeSuggestions {
  readonly #with: Dependencies;
  #known: { readonly key: string; readonly pairs: Promise<Pair[]> } | undefined;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * The most similar pairs first, without people who are kept apart or are together in photos. None where no plugin keeps
   * vector indexes.
   * @param threshold the least cosine similarity
   */
  async list(threshold: number, limit: number): Promise<MergeSuggestion[]> {
    const pairs = await this.#pairs(threshold);
    const found: MergeSuggestion[] = [];
    for (const [index, pair] of pairs.entries()) {
      if (index % pairsAtOnce === pairsAtOnce - 1) await setImmediate();
      const suggestion = this.#suggestion(pair);
      if (suggestion) found.push(suggestion);
      if (found.length >= limit) break;
    }
    return found;
  }

  #suggestion({ low, high, similarity }: Pair): MergeSuggestion | null {
    if (this.#with.decisions.areKeptApart(low, high)) return null;
    const [a, b] = this.#with.list.some([low, high]).sort(byWeight);
    if (!a || !b || b.faceCount === 0 || a.faceCount === 0 || a.hiddenByChoice || b.hiddenByChoice) return null;
    const [fewer, more] = a.photoCount < b.photoCount ? [a, b] : [b, a];
    const shared = this.#with.people.sharedPhotos(fewer.id, more.id);
    return shared > mostShared * fewer.photoCount ? null : { a, b, similarity };
  }

  /** The pairs are searched anew only after faces changed owners, or with another model; requests meanwhile share the answer. */
  #pairs(threshold: number): Promise<Pair[]> {
    const key = `${this.#with.facets.version('people')} ${this.#with.model()?.model ?? ''} ${threshold}`;
    if (this.#known?.key !== key) {
      const pairs = this.#find(threshold);
      const known = { key, pairs };
      this.#known = known;
      pairs.catch(() => {
        if (this.#known === known) this.#known = undefined;
      });
    }
    return this.#known.pairs;
  }

  async #find(threshold: number): Promise<Pair[]> {
    await this.#with.sums();
    const index = await this.#with.vectors.index('person', 'everything');
    if (!index) return [];
    // A person who is hidden now may be shown again while these pairs are kept.
    const { people } = this.#with.list.page({ key: null, limit: mostPersons, offset: 0, withHidden: true });
    const ids = people.filter(({ faceCount }) => faceCount > 0).map(({ id }) => id);
    const pairs = new Map<string, Pair>();
    for (let at = 0; at < ids.length; at += personsAtOnce) {
      const asked = ids.slice(at, at + personsAtOnce);
      const doubles = await index.neighbours(asked, { k: doublesEach, minScore: threshold });
      for (const [position, one] of asked.entries()) {
        for (const { id, score } of doubles[position] ?? []) {
          const low = Math.min(id, one);
          const high = Math.max(id, one);
          if (low !== high) pairs.set(`${low} ${high}`, { low, high, similarity: score });
        }
      }
    }
    return [...pairs.values()].sort((x, y) => y.similarity - x.similarity || x.low - y.low || x.high - y.high);
  }
}

const byWeight = (x: PersonSummary, y: PersonSummary): number =>
  Number(x.name === null) - Number(y.name === null) || y.faceCount - x.faceCount || x.id - y.id;
