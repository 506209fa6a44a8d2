import { DomainError } from '../../domain/errors.ts';
import { IdSet } from '../../plugin-api/toolkit/id-set.ts';
import { epochDay } from '../../domain/epoch-day.ts';
import { dateIn } from '../../domain/local-date.ts';
import type { PhotoSummary } from '../../domain/photo.ts';
import type { Audience } from '../../domain/viewer-scope.ts';
import type { Reason } from '../../domain/photo-texts.ts';
import { fusedScore, fuseRanks } from '../../domain/search-fusion.ts';
import { readSearchQuery, type SearchQuery } from '../../domain/search-query.ts';
import { searchWords } from '../../domain/search-words.ts';
import type { LibraryCameras } from '../../timeline/camera-census.ts';
import type { LibraryNames } from '../../timeline/library-names.ts';
import type { PhotoSummaries } from '../../timeline/summaries.ts';
import type { Selections } from '../../timeline/selections.ts';
import type { PhotoText } from '../../store/photos/photo-text.ts';
import type { TextHit, TextIndex as WordSearch } from '../../store/photos/text-index.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import { showsHidden, scopeOf, type Viewer } from '../viewer.ts';
import { SearchScope } from './search-scope.ts';
import type { SemanticSearch } from './semantic-search.ts';
import type { ThingHit, ThingSearch } from './thing-search.ts';
import { alternativeSearches, type AlternativeSearch } from './alternative-searches.ts';
import { textReasons } from './match-reasons.ts';

export interface FoundPhoto {
  readonly photo: PhotoSummary;
  /**
   * The cosine of text and picture; without one, the confidence of the detected things; for photos found by words only,
   * their fused rank.
   */
  readonly score: number;
  readonly match: 'semantic' | 'text' | 'both';
  /** Why the photo was found, the most relevant reason first; empty for searches with only filters. */
  readonly why: readonly Reason[];
}

export interface FoundPhotos {
  /** Best first, the requested page only. */
  readonly results: FoundPhoto[];
  /** The number of photos found, on all pages. */
  readonly total: number;
  readonly query: SearchQuery;
  /** Whether the content of pictures was searched. */
  readonly semantic: boolean;
  /** Alternative searches for a text that found nothing. */
  readonly ways: readonly AlternativeSearch[];
}

interface ScoredPhoto {
  readonly id: number;
  readonly score: number;
  readonly match: FoundPhoto['match'];
  readonly things: readonly string[];
}

/** The searched scope. */
interface Visibility {
  readonly hidden: boolean;
  readonly audience: Audience;
  /** The viewer, whose favourites a text may ask for. */
  readonly userId: number;
}

/** The maximum number of photos found by their content. */
const maxSemantic = 1000;

/** Milliseconds within which shorter texts are tried if one found nothing: each search of a large library takes long. */
const waysPatience = 3000;

interface TextSearchParts {
  readonly timeline: Timeline;
  readonly selections: Selections;
  readonly summaries: PhotoSummaries;
  readonly names: LibraryNames;
  readonly cameras: LibraryCameras;
  readonly words: WordSearch;
  readonly semantic: Pick<SemanticSearch, 'available' | 'find'>;
  readonly things: Pick<ThingSearch, 'available' | 'find'>;
  readonly texts: Pick<PhotoText, 'of'>;
  readonly clock: () => number;
  readonly timeZone: () => string;
}

/**
 * Searches by text: in the words of photos, the things detected in them and their content, within the filters that the text
 * contains.
 */
export class TextSearch {
  readonly #with: TextSearchParts;

  constructor(parts: TextSearchParts) {
    this.#with = parts;
  }

  /** @throws DomainError `bad_input` if the text is empty, `forbidden` */
  async find(
    viewer: Viewer,
    text: string,
    options: { limit: number; offset?: number; includeHidden?: boolean | undefined; signal: AbortSignal },
  ): Promise<FoundPhotos> {
    const { limit, offset = 0, signal } = options;
    const hidden = showsHidden(viewer, options.includeHidden);
    if (text.trim() === '') throw new DomainError('bad_input', 'q is empty: say what you are looking for.');
    const today = dateIn(this.#with.timeZone(), this.#with.clock());
    const scope = scopeOf(viewer);
    const visibility = { hidden, audience: scope.audience, userId: viewer.userId };
    const vocabulary = { names: this.#with.names.index(scope), cameras: this.#with.cameras.index(scope.audience) };
    const parse = (words: string): SearchQuery =>
      readSearchQuery(words, vocabulary, epochDay(today.year, today.month, today.day));
    const query = parse(text);
    const { first, total, semantic } = await this.#found(query, { seen: visibility, limit, offset, signal });
    const count = async (words: string): Promise<number> =>
      (await this.#found(parse(words), { seen: visibility, limit: 0, offset: 0, signal })).total;
    const start = performance.now();
    const isLate = (): boolean => performance.now() - start > waysPatience;
    const ways = total === 0 ? await alternativeSearches(text, query, { count, isLate }) : [];
    const photos = new Map(
      this.#with.summaries
        .of(
          first.map(({ id }) => id),
          scope,
        )
        .map((photo) => [photo.id, photo]),
    );
    const asWritten = writtenIn(query.text);
    const reasonsIn = textReasons(query.terms);
    const texts = this.#with.texts.of(query.text === '' ? [] : [...photos.keys()]);
    const results = first.flatMap(({ id, score, match, things: matchedThings }) => {
      const photo = photos.get(id);
      const photoTexts = texts.get(id);
      const reasons: Reason[] = [
        ...matchedThings.map((thing) => ({ kind: 'thing' as const, text: asWritten(thing) })),
        ...(photoTexts ? reasonsIn(photoTexts) : []),
      ];
      if (reasons.length === 0 && match !== 'text') reasons.push({ kind: 'picture', text: null });
      return photo ? [{ photo, score, match, why: reasons }] : [];
    });
    return { results, total, query, semantic, ways };
  }

  async #found(
    query: SearchQuery,
    { seen, limit, offset, signal }: { seen: Visibility; limit: number; offset: number; signal: AbortSignal },
  ): Promise<{ first: ScoredPhoto[]; total: number; semantic: boolean }> {
    const scope = new SearchScope(this.#with, query, seen);
    const { words, semantic, things } = this.#with;
    const { total } = scope.photos;
    if (query.text === '' || total === 0) {
      // All photos that match the filters, newest first.
      const page = query.text === '' ? scope.photos.ids(offset, offset + limit) : [];
      const first = page.map((id, index): ScoredPhoto => ({
        id,
        score: fusedScore(offset + index),
        match: 'text',
        things: [],
      }));
      return { first, total, semantic: semantic.available || things.available };
    }
    const [byWords, byPictures, byThings] = await Promise.all([
      words.find(query.terms, scope.ids, signal),
      semantic.find(query.text.normalize('NFC'), { ...scope.vectorFilter(maxSemantic), signal }),
      things.find(query.terms, scope.ids, signal),
    ]);
    // Photos may have changed during the search, so the scope is computed again.
    const scopeNow = new SearchScope(this.#with, query, seen);
    const fusedHits = fuse(scopeNow, byWords, byPictures ?? [], byThings);
    return {
      first: fusedHits.slice(offset, offset + limit),
      total: fusedHits.length,
      semantic: byPictures !== null || things.available,
    };
  }
}

/** Returns words of a search in their original spelling; terms are in lower case. */
function writtenIn(text: string): (words: string) => string {
  const originals = new Map(searchWords(text).map((word) => [word.text.toLowerCase(), word.text]));
  return (words) =>
    words
      .split(' ')
      .map((word) => originals.get(word) ?? word)
      .join(' ');
}

function fuse(
  scope: SearchScope,
  byWords: readonly TextHit[],
  byPictures: readonly { readonly id: number; readonly score: number }[],
  byThings: readonly ThingHit[],
): ScoredPhoto[] {
  const places = scope.photos.placesOf(IdSet.of([...byWords, ...byPictures, ...byThings].map(({ id }) => id)));
  const place = (id: number): number => places.get(id) ?? 0;
  const words = byWords
    .filter(({ id }) => places.has(id))
    .sort((a, b) => a.rank - b.rank || place(a.id) - place(b.id))
    .map(({ id }) => id);
  const pictures = byPictures
    .filter(({ id }) => places.has(id))
    .sort((a, b) => b.score - a.score || place(a.id) - place(b.id))
    .slice(0, maxSemantic);
  const things = new Map(byThings.filter(({ id }) => places.has(id)).map((hit) => [hit.id, hit]));
  const surest = [...things.values()].sort((a, b) => b.score - a.score || place(a.id) - place(b.id));
  const inWords = new Set(words);
  const cosines = new Map(pictures.map(({ id, score }) => [id, score]));
  return Array.from(fuseRanks([words, pictures.map(({ id }) => id), surest.map(({ id }) => id)]))
    .sort(([a, x], [b, y]) => y - x || place(a) - place(b))
    .map(([id, fused]) => {
      const thing = things.get(id);
      const similarity = cosines.get(id) ?? thing?.score;
      const matchedThings = thing?.things ?? [];
      if (similarity === undefined) return { id, score: fused, match: 'text', things: matchedThings };
      return { id, score: similarity, match: inWords.has(id) ? 'both' : 'semantic', things: matchedThings };
    });
}
