import { IdSet } from '../../plugin-api/toolkit/id-set.ts';
import { narrow, placesOf } from '../../timeline/search-filter.ts';
import { placeIds, type SearchQuery } from '../../domain/search-query.ts';
import type { VectorFilter } from '../../plugin-api/vector-index.ts';
import type { Facets } from '../../timeline/facets.ts';
import type { Selections } from '../../timeline/selections.ts';
import type { Timeline } from '../../timeline/timeline.ts';

/** Ids that are sent to a vector index, at most; of more, the index answers all and ours are picked. */
const mostIdsSent = 50_000;
/** Hits that are picked from then, at most. */
const mostPicked = 10_000;

interface ScopeParts {
  readonly timeline: Timeline;
  readonly selections: Selections;
  readonly facets: Facets;
}

/** The photos that a search may find: what its filters let through of what the viewer may see. */
export class SearchScope {
  readonly #parts: ScopeParts;
  readonly #hidden: boolean;
  /** In the timeline; void when that moves on. */
  readonly positions: Uint32Array;
  readonly ids: IdSet;
  /** Whether filters leave some photos out. */
  readonly #narrowed: boolean;
  readonly #all: number;

  /** @param hidden whether hidden photos are shown */
  constructor(parts: ScopeParts, query: SearchQuery, hidden: boolean) {
    this.#parts = parts;
    this.#hidden = hidden;
    const { timeline, selections, facets } = parts;
    const { kind, people, years, months } = query;
    const selection = selections.find({
      archived: 'with',
      hidden: hidden ? 'with' : 'without',
      kind: kind === null || kind === 'image' ? undefined : kind,
    });
    const { columns, capacity } = timeline;
    const idsAt = (positions: Uint32Array): IdSet => {
      const ids = new IdSet(capacity);
      for (const position of positions) ids.add(columns.id[position] ?? 0);
      return ids;
    };
    const places = placeIds(query.places);
    this.#all = selection.total;
    this.#narrowed = kind !== null || people.length > 0 || places !== null || years.length > 0 || months.length > 0;
    if (this.#narrowed) {
      const photosOf = ({ ids }: SearchQuery['people'][number]): IdSet =>
        union(
          ids.map((id) => facets.photos('people', id, capacity)),
          capacity,
        );
      const filter = { people: people.map(photosOf), places, years, months, still: kind === 'image' };
      this.positions = narrow(columns, selection.positions, filter);
      this.ids = idsAt(this.positions);
    } else {
      this.positions = selection.positions;
      this.ids = selection.derive('search scope', () => idsAt(selection.positions));
    }
  }

  /** How an index is asked for `count` photos of the scope. What it answers is still to be held against `ids`. */
  vectorFilter(count: number): { count: number; filter: VectorFilter } {
    const visible = { includeArchived: true, includeHidden: this.#hidden };
    if (!this.#narrowed) return { count, filter: visible };
    const size = this.positions.length;
    if (size <= mostIdsSent) {
      return { count, filter: { ...visible, ids: this.#parts.selections.ids(this.positions) } };
    }
    const share = size / Math.max(size, this.#all);
    return { count: Math.min(mostPicked, Math.ceil(count / share)), filter: visible };
  }

  /** Where photos stand in the timeline, newest first; those that are not in the scope have no place. */
  placesOf(wanted: IdSet): Map<number, number> {
    return placesOf(this.#parts.timeline.columns, this.positions, wanted);
  }
}

function union([first, ...others]: IdSet[], capacity: number): IdSet {
  if (first && others.length === 0) return first;
  const all = new IdSet(capacity);
  if (!first) return all;
  for (let id = 1; id <= capacity; id += 1) {
    if (first.has(id) || others.some((set) => set.has(id))) all.add(id);
  }
  return all;
}
