import { DomainError } from '../../domain/errors.ts';
import { IdSet } from '../../plugin-api/toolkit/id-set.ts';
import { dateIn } from '../../domain/local-date.ts';
import type { PhotoSummary } from '../../domain/photo.ts';
import { fusedScore, fuseRanks } from '../../domain/search-fusion.ts';
import { readSearchQuery, type SearchQuery } from '../../domain/search-query.ts';
import type { LibraryNames } from '../../timeline/library-names.ts';
import type { PhotoSummaries } from '../../timeline/summaries.ts';
import type { Selections } from '../../timeline/selections.ts';
import type { TextHit, TextIndex as WordSearch } from '../../store/photos/text-index.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import { showsHidden, sightOf, type Viewer } from '../viewer.ts';
import { SearchScope } from './search-scope.ts';
import type { SemanticSearch } from './semantic-search.ts';

export interface FoundPhoto {
  readonly photo: PhotoSummary;
  /** The cosine of text and picture; of photos that words alone found, their fused rank. */
  readonly score: number;
  readonly match: 'semantic' | 'text' | 'both';
}

export interface FoundPhotos {
  /** Best first. */
  readonly results: FoundPhoto[];
  /** How many were found, on all pages. */
  readonly total: number;
  readonly query: SearchQuery;
  /** Whether what pictures show was searched. */
  readonly semantic: boolean;
}

interface Found {
  readonly id: number;
  readonly score: number;
  readonly match: FoundPhoto['match'];
}

/** Photos that are taken from what pictures show. */
const mostSemantic = 1000;

interface TextSearchParts {
  readonly timeline: Timeline;
  readonly selections: Selections;
  readonly summaries: PhotoSummaries;
  readonly names: LibraryNames;
  readonly words: WordSearch;
  readonly semantic: Pick<SemanticSearch, 'available' | 'find'>;
  readonly clock: () => number;
  readonly timeZone: () => string;
}

/** Search by a text: by the words that stand with photos and by what these show, within what the text names. */
export class TextSearch {
  readonly #with: TextSearchParts;

  constructor(parts: TextSearchParts) {
    this.#with = parts;
  }

  /** @throws DomainError `bad_input` when there is nothing to search for, `forbidden` */
  async find(
    viewer: Viewer,
    text: string,
    options: { limit: number; offset?: number; includeHidden?: boolean | undefined; signal: AbortSignal },
  ): Promise<FoundPhotos> {
    const { limit, offset = 0, signal } = options;
    const hidden = showsHidden(viewer, options.includeHidden);
    if (text.trim() === '') throw new DomainError('bad_input', 'q is empty: say what you are looking for.');
    // A camera's clock may be ahead, and so may the zone where a photo was taken.
    const newestYear = dateIn(this.#with.timeZone(), this.#with.clock()).year + 1;
    const sight = sightOf(viewer);
    const query = readSearchQuery(text, this.#with.names.index(sight), { newestYear });
    const { first, total, semantic } = await this.#found(query, { hidden, limit, offset, signal });
    const photos = new Map(
      this.#with.summaries
        .of(
          first.map(({ id }) => id),
          sight,
        )
        .map((photo) => [photo.id, photo]),
    );
    const results = first.flatMap(({ id, score, match }) => {
      const photo = photos.get(id);
      return photo ? [{ photo, score, match }] : [];
    });
    return { results, total, query, semantic };
  }

  async #found(
    query: SearchQuery,
    { hidden, limit, offset, signal }: { hidden: boolean; limit: number; offset: number; signal: AbortSignal },
  ): Promise<{ first: Found[]; total: number; semantic: boolean }> {
    const scope = new SearchScope(this.#with, query, hidden);
    const { words, semantic } = this.#with;
    const { total } = scope.photos;
    if (query.text === '' || total === 0) {
      // All that the filters let through, newest first.
      const page = query.text === '' ? scope.photos.ids(offset, offset + limit) : [];
      const first = page.map((id, index): Found => ({ id, score: fusedScore(offset + index), match: 'text' }));
      return { first, total, semantic: semantic.available };
    }
    const [byWords, byPictures] = await Promise.all([
      words.find(query.terms, scope.ids, signal),
      semantic.find(query.text, { ...scope.vectorFilter(mostSemantic), signal }),
    ]);
    // What came or went, or was hidden, in the meantime.
    const scopeNow = new SearchScope(this.#with, query, hidden);
    const found = fuse(scopeNow, byWords, byPictures ?? []);
    return { first: found.slice(offset, offset + limit), total: found.length, semantic: byPictures !== null };
  }
}

function fuse(
  scope: SearchScope,
  byWords: readonly TextHit[],
  byPictures: readonly { readonly id: number; readonly score: number }[],
): Found[] {
  const places = scope.photos.placesOf(IdSet.of([...byWords, ...byPictures].map(({ id }) => id)));
  const place = (id: number): number => places.get(id) ?? 0;
  const words = byWords
    .filter(({ id }) => places.has(id))
    .sort((a, b) => a.rank - b.rank || place(a.id) - place(b.id))
    .map(({ id }) => id);
  const pictures = byPictures
    .filter(({ id }) => places.has(id))
    .sort((a, b) => b.score - a.score || place(a.id) - place(b.id))
    .slice(0, mostSemantic);
  const inWords = new Set(words);
  const cosines = new Map(pictures.map(({ id, score }) => [id, score]));
  return Array.from(fuseRanks([words, pictures.map(({ id }) => id)]))
    .sort(([a, x], [b, y]) => y - x || place(a) - place(b))
    .map(([id, fused]) => {
      const cosine = cosines.get(id);
      if (cosine === undefined) return { id, score: fused, match: 'text' };
      return { id, score: cosine, match: inWords.has(id) ? 'both' : 'semantic' };
    });
}
