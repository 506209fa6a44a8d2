import { dayText, type DaySpan } from '../domain/epoch-day.ts';
import { withoutPart } from '../domain/search-joins.ts';
import type { SearchFilter, SearchQuery } from '../domain/search-query.ts';
import type { PhotosOfFace } from '../services/search/face-search.ts';
import type { Suggestions } from '../services/search/suggestions.ts';
import type { FoundPhotos } from '../services/search/text-search.ts';
import type { PeoplePresenter } from './present-people.ts';
import type { Presenter } from './present.ts';
import type * as wire from './wire.ts';

const daySeconds = 86_400;

/** @param queryText the search text */
export function searchResults(presenter: Presenter, queryText: string, found: FoundPhotos): wire.SearchResults {
  const { results, total, query, semantic, ways } = found;
  return {
    results: results.map(({ photo, score, match, why }) => ({
      ...presenter.photoItem(photo),
      score,
      match,
      why: why.map((reason) => ({ ...reason })),
    })),
    total,
    query: searchQuery(queryText, query),
    semantic,
    ways: ways.map((way) => ({ ...way })),
  };
}

export function faceSearchResults(
  presenter: Presenter,
  { results, total, faces, detail, person }: PhotosOfFace,
): wire.FaceSearchResults {
  return {
    results: results.map(({ photo, score }) => ({ ...presenter.photoItem(photo), score })),
    total,
    faces: faces.map(({ x, y, w, h }) => ({ box: { x, y, w, h } })),
    ...(detail === undefined ? {} : { detail }),
    ...(person ? { person: { id: person.id, name: person.name, photo_count: person.photoCount } } : {}),
  };
}

export function searchSuggestions(presenter: PeoplePresenter, found: Suggestions): wire.SearchSuggestions {
  const suggestedName = ({ item, before }: Suggestions['places'][number]) => ({
    name: item.name,
    before,
    photo_count: item.count,
  });
  return {
    people: found.people.map(({ item, before }) => {
      const { id, name, photo_count, cover_url } = presenter.person(item);
      return { id, name: name ?? '', before, photo_count, cover_url };
    }),
    places: found.places.map(suggestedName),
    things: found.things.map(({ item, before }) => ({ names: { ...item }, before })),
    tags: found.tags.map(suggestedName),
    cameras: found.cameras.map(suggestedName),
    times: found.times.map(({ item, before }) => ({
      year: item.year,
      month: item.month,
      photo_count: item.count,
      before,
    })),
  };
}

function searchQuery(queryText: string, query: SearchQuery): wire.SearchQuery {
  const { text, people, places, days, kinds, filters } = query;
  const { from, to } = rangeOf(days);
  const months = filters.flatMap((filter) => (filter.type === 'date' ? filter.date.months : []));
  return {
    text,
    person: people.flatMap(({ name, ids }) => ids.map((id) => ({ id, name }))),
    place: places.map(({ name }) => name),
    from: from === null ? null : from * daySeconds,
    to: to === null ? null : (to + 1) * daySeconds - 1,
    month: [...new Set(months)],
    kind: kinds.length === 1 ? (kinds[0] ?? null) : null,
    filters: filters.map((filter) => searchFilter(queryText, filter)),
  };
}

function searchFilter(queryText: string, filter: SearchFilter): wire.SearchFilter {
  const date = filter.type === 'date' ? filter.date : null;
  const { from, to } = rangeOf(date?.spans ?? []);
  return {
    type: filter.type,
    words: queryText.slice(filter.start, filter.end),
    name: 'found' in filter ? filter.found.name : null,
    people: filter.type === 'person' ? [...filter.found.ids] : [],
    from: from === null ? null : dayText(from),
    to: to === null ? null : dayText(to),
    months: [...(date?.months ?? [])],
    weekdays: [...(date?.weekdays ?? [])],
    days: (date?.yearlyDays ?? []).map(({ month, day }) => ({ month, day })),
    kind: 'kind' in filter ? filter.kind : null,
    without: withoutPart(queryText, filter),
  };
}

/** The first and the last day; null for an open end, or if any day matches. */
function rangeOf(spans: readonly DaySpan[]): { from: number | null; to: number | null } {
  const from = Math.min(...spans.map(([first]) => first));
  const to = Math.max(...spans.map(([, last]) => last));
  return { from: Number.isFinite(from) ? from : null, to: Number.isFinite(to) ? to : null };
}
