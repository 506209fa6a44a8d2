import type { Audience } from '../../domain/viewer-scope.ts';
import type { IdSet } from '../../plugin-api/toolkit/id-set.ts';
import { placeIds, type SearchQuery } from '../../domain/search-query.ts';
import type { VectorFilter } from '../../plugin-api/vector-index.ts';
import type { PhotoFilter } from '../../timeline/photo-filter.ts';
import type { Selection } from '../../timeline/selection.ts';
import type { Selections } from '../../timeline/selections.ts';
import type { Timeline } from '../../timeline/timeline.ts';

/** The maximum number of ids to send to a vector index; beyond that, its hits are filtered here. */
const maxIdsSent = 50_000;
/** The maximum number of hits to filter here, and of extra hits to request if photos are withheld from the viewer. */
const maxPicked = 10_000;

interface ScopeParts {
  readonly timeline: Timeline;
  readonly selections: Selections;
}

/** The photos that a search may find: the visible photos that match its filters. */
export class SearchScope {
  readonly #selections: Selections;
  /** The filter before the text narrows it. */
  readonly #whole: PhotoFilter;
  readonly photos: Selection;
  readonly ids: IdSet;
  /** Whether the text restricts the photos. */
  readonly #narrowed: boolean;
  /** The number of photos in the vector index that are withheld from the viewer. */
  readonly #unseen: number;

  /** @param options.hidden whether hidden photos are included */
  constructor(
    { timeline, selections }: ScopeParts,
    query: SearchQuery,
    { hidden, audience, userId }: { hidden: boolean; audience: Audience; userId: number },
  ) {
    const conditions = { ...namedIn(query), favoritesOf: query.favorites ? userId : undefined };
    this.#selections = selections;
    const visibility = { archived: 'with', hidden: hidden ? 'with' : 'without', kind: conditions.kind } as const;
    this.#whole = { ...visibility, withheldFrom: audience };
    const all = selections.find(visibility);
    this.#unseen = all.total - selections.find(this.#whole).total;
    this.#narrowed = Object.values(conditions).some((condition) => condition !== undefined);
    this.photos = selections.find({ ...this.#whole, ...conditions });
    this.ids = this.photos.idSet(timeline.capacity);
  }

  /** The vector query for `count` photos of the scope. The caller must still check the hits against `ids`. */
  vectorFilter(count: number): { count: number; filter: VectorFilter } {
    const visible = { includeArchived: true, includeHidden: this.#whole.hidden === 'with' };
    if (!this.#narrowed) return { count: count + Math.min(maxPicked, this.#unseen), filter: visible };
    const { total } = this.photos;
    if (total <= maxIdsSent) return { count, filter: { ...visible, ids: this.photos.ids() } };
    const share = total / Math.max(total, this.#selections.find(this.#whole).total);
    return { count: Math.min(maxPicked, Math.ceil(count / share) + this.#unseen), filter: visible };
  }
}

/** The conditions in a search text. */
function namedIn(query: SearchQuery): PhotoFilter {
  const { people, places, cameras, days, months, weekdays, yearlyDays } = query;
  const at = placeIds(places);
  return {
    ...kindsIn(query),
    people: orNone(people.map(({ ids }) => ids)),
    places: at ? [...at] : undefined,
    cameras: orNone(cameras.flatMap(({ ids }) => ids)),
    days: orNone(days),
    months: orNone(months),
    weekdays: orNone(weekdays),
    yearlyDays: orNone(yearlyDays),
  };
}

function kindsIn({ kinds }: SearchQuery): Pick<PhotoFilter, 'kind' | 'kinds' | 'still'> {
  if (kinds.includes('image')) return { still: kinds.includes('video') ? undefined : true };
  const [kind, ...others] = kinds;
  return others.length === 0 ? { kind } : { kinds };
}

const orNone = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);
