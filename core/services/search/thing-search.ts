import { IdSet } from '../../plugin-api/toolkit/id-set.ts';
import type { SearchTerm } from '../../domain/search-query.ts';
import { rareTerms } from '../../domain/rare-terms.ts';
import type { LabelQuery } from '../../domain/photo-findings.ts';
import type { LabelVocabulary, MlProvider } from '../../plugin-api/ml-provider.ts';
import type { PhotoLabels } from '../../store/photos/photo-labels.ts';
import type { TextHit } from '../../store/photos/text-index.ts';
import { ThingWords } from './thing-words.ts';

/** A photo with things that the text names. */
export interface ThingHit {
  readonly id: number;
  /** The lowest confidence among the things, 0 to 1. */
  readonly score: number;
  /** The words of the search that name these things. */
  readonly things: readonly string[];
}

/** The maximum number of words in the name of a thing, such as `stop sign` or `chapeau de cow-boy`. */
const longestName = 4;
/** The maximum number of hits, highest confidence first. */
const maxHits = 2000;

/** How a photo matches some of the terms. */
type ThingMatch = Omit<ThingHit, 'id'>;

/** Terms of a search: things, and words that are unknown to the model. */
interface ThingTerms {
  readonly things: readonly {
    readonly words: string;
    readonly terms: readonly SearchTerm[];
    readonly query: LabelQuery;
  }[];
  readonly rest: readonly SearchTerm[];
}

interface ThingSearchParts {
  /** Undefined if no plugin provides models. */
  readonly ml: () => Pick<MlProvider, 'models'> | undefined;
  readonly labels: Pick<PhotoLabels, 'find' | 'namesAfter' | 'any'>;
  /** Finds photos that have all these words in their texts. */
  readonly words: { find(terms: readonly SearchTerm[], allowed: IdSet, signal: AbortSignal): Promise<TextHit[]> };
}

/**
 * Finds photos by the things that a label model detected. Every term must match a thing or a word of the photo, as in `dog
 * garden`, where `garden` is an album.
 */
export class ThingSearch {
  readonly #with: ThingSearchParts;
  readonly #words: ThingWords;

  constructor(parts: ThingSearchParts) {
    this.#with = parts;
    this.#words = new ThingWords(parts);
  }

  /** Whether there is a vocabulary, from the model or from stored labels. */
  get available(): boolean {
    return this.#words.vocabulary !== null;
  }

  /** Highest confidence first; empty if the text names no thing. */
  async find(terms: readonly SearchTerm[], allowed: IdSet, signal: AbortSignal): Promise<ThingHit[]> {
    const { vocabulary } = this.#words;
    if (!vocabulary) return [];
    const { labels, words } = this.#with;
    const { things, rest } = splitTerms(terms, vocabulary);
    if (things.length === 0) return [];

    // Each step searches only the photos that match the steps before. Taking the best hits of each thing separately would
    // miss photos of two common things.
    const isSeveral = things.length + rest.length > 1;
    let candidates = allowed;
    let found: ReadonlyMap<number, ThingMatch> | undefined;
    for (const { words: thing, terms: asWords, query } of things) {
      const byWords = isSeveral ? await words.find(asWords, candidates, signal) : [];
      const byLabels = await labels.find(query, candidates, isSeveral ? Infinity : maxHits, signal);
      const labelHits = byLabels.map(({ id, score }): [number, ThingMatch] => [id, { score, things: [thing] }]);
      const step = new Map([...inWords(byWords), ...labelHits]);
      found = found ? intersection(found, step) : step;
      candidates = IdSet.of([...found.keys()]);
    }
    if (found && rest.length > 0)
      found = intersection(found, new Map(inWords(await words.find(rest, candidates, signal))));
    return Array.from(found ?? [], ([id, hit]) => ({ id, ...hit }))
      .filter((hit) => hit.things.length > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, maxHits);
  }
}

const inWords = (hits: readonly TextHit[]): [number, ThingMatch][] =>
  hits.map(({ id }) => [id, { score: 1, things: [] }]);

/** The photos that match both. */
function intersection(
  first: ReadonlyMap<number, ThingMatch>,
  second: ReadonlyMap<number, ThingMatch>,
): ReadonlyMap<number, ThingMatch> {
  const inBoth = Array.from(second).flatMap(([id, b]): [number, ThingMatch][] => {
    const a = first.get(id);
    return a ? [[id, { score: Math.min(a.score, b.score), things: [...a.things, ...b.things] }]] : [];
  });
  return new Map(inBoth);
}

/**
 * Splits terms into things and other words. Longer names are tried first, so that a stop sign does not count as a sign.
 * Words that occur in every text can be part of a name, as in `salle de bains`, and are ignored otherwise.
 */
function splitTerms(terms: readonly SearchTerm[], vocabulary: LabelVocabulary): ThingTerms {
  const rare = new Set(rareTerms(terms));
  const things: ThingTerms['things'][number][] = [];
  const rest: SearchTerm[] = [];
  for (let at = 0; at < terms.length;) {
    const term = terms[at];
    const isRare = term !== undefined && rare.has(term);
    const thing = isRare ? thingAt(terms, at, vocabulary) : undefined;
    if (thing) things.push(thing);
    else if (isRare) rest.push(term);
    at += thing?.terms.length ?? 1;
  }
  return { things, rest };
}

function thingAt(
  terms: readonly SearchTerm[],
  at: number,
  vocabulary: LabelVocabulary,
): ThingTerms['things'][number] | undefined {
  for (let length = Math.min(longestName, terms.length - at); length > 0; length -= 1) {
    const part = terms.slice(at, at + length);
    if (length > 1 && part.some(({ phrase }) => phrase)) continue;
    const words = part.flatMap((term) => term.words).join(' ');
    const query = vocabulary.find(words);
    if (query) return { words, terms: part, query };
  }
  return undefined;
}
