import { setImmediate } from 'node:timers/promises';
import { thresholdsOf, type LikenessThresholds } from '../../domain/likeness.ts';
import type { FaceRow } from '../../domain/photo.ts';
import type { ListScope } from '../../domain/viewer-scope.ts';
import type { FacePlace, Faces } from '../../store/people/faces.ts';
import type { PersonList } from '../../store/people/person-list.ts';
import { listScope, scopeOf, type Viewer } from '../viewer.ts';
import type { FaceSuggestions, Suggestion } from './face-suggestions.ts';
import type { NearestPeople } from './nearest-people.ts';

/** The number of faces that one page compares with all people; the next page continues after them. */
const maxCompared = 512;
/** The number of faces for each search. */
const facesAtOnce = 64;
/**
 * The number of nearest people to request for a face; unnamed people among them may hide a named one that is farther away.
 */
const nearest = 8;
const suggestedEach = 5;

export interface LikelyFace {
  readonly face: FaceRow;
  readonly suggestions: readonly Suggestion[];
}

export interface LikelyPage {
  /** Most similar first. May be empty even if there is another page. */
  readonly faces: readonly LikelyFace[];
  /** The start of the next page; null at the end. */
  readonly next: FacePlace | null;
}

interface Dependencies {
  readonly faces: Faces;
  readonly list: PersonList;
  readonly nearest: NearestPeople;
  readonly suggestions: FaceSuggestions;
  /** The embeddings of the current model by face, of length 1. */
  readonly embeddings: (ids: readonly number[]) => Map<number, Float32Array>;
  readonly model: () => { thresholds: LikenessThresholds | null } | null;
  /** Resolves when the persons' means are up to date. */
  readonly sums: () => Promise<void>;
}

/** Finds unassigned faces that resemble a named person. */
export class LikelyFaces {
  readonly #with: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#with = dependencies;
  }

  /**
   * One page compares a limited number of unassigned faces, in a fixed order.
   * @param after end of the previous page; null for the first page
   * @throws the signal's reason
   */
  async page(
    viewer: Viewer,
    after: FacePlace | null,
    limit: number,
    signal: AbortSignal,
    includeHidden?: boolean,
  ): Promise<LikelyPage> {
    const scope = listScope(viewer, includeHidden);
    await this.#with.sums();
    const likely: LikelyFace[] = [];
    let last = after;
    for (let compared = 0; compared < maxCompared && likely.length < limit; compared += facesAtOnce) {
      signal.throwIfAborted();
      const places = this.#with.faces.unassignedAfter(last, facesAtOnce, scope);
      const resembling = new Set(
        await this.#resembling(
          places.map(({ id }) => id),
          scope,
        ),
      );
      for (const place of places) {
        if (likely.length === limit) break;
        last = place;
        const suggested = resembling.has(place.id) ? await this.#suggested(viewer, place.id, includeHidden) : null;
        if (suggested) likely.push(suggested);
      }
      const isAll = places.length < facesAtOnce && (last?.id === places.at(-1)?.id || places.length === 0);
      if (isAll) return { faces: likely.sort(byLikeness), next: null };
      await setImmediate(undefined, { signal });
    }
    return { faces: likely.sort(byLikeness), next: last };
  }

  /** The faces that resemble a named person. */
  async #resembling(ids: readonly number[], { audience, withHidden }: ListScope): Promise<number[]> {
    const { link } = thresholdsOf(this.#with.model());
    const embeddings = [...this.#with.embeddings(ids)];
    const hits = await this.#with.nearest.of(
      embeddings.map(([, embedding]) => embedding),
      nearest,
    );
    const peopleOfFaces = hits.map((faceHits) => faceHits.filter(({ score }) => score >= link).map(({ id }) => id));
    const people = this.#with.list.some([...new Set(peopleOfFaces.flat())], audience, withHidden);
    const suggested = new Set(people.filter(isSuggested).map(({ id }) => id));
    return embeddings.flatMap(([id], at) => (peopleOfFaces[at]?.some((person) => suggested.has(person)) ? [id] : []));
  }

  async #suggested(viewer: Viewer, id: number, includeHidden: boolean | undefined): Promise<LikelyFace | null> {
    const face = this.#with.faces.row(id, scopeOf(viewer));
    // The face may have been assigned since the search.
    if (face?.personId !== null) return null;
    const suggestions = await this.#with.suggestions.of(viewer, id, suggestedEach, includeHidden);
    return suggestions.some(({ person }) => isSuggested(person)) ? { face, suggestions } : null;
  }
}

const isSuggested = ({ name, hiddenByChoice }: { name: string | null; hiddenByChoice: boolean }): boolean =>
  name !== null && !hiddenByChoice;

const byLikeness = (x: LikelyFace, y: LikelyFace): number =>
  (y.suggestions[0]?.similarity ?? 0) - (x.suggestions[0]?.similarity ?? 0);
