import type { JSX } from 'preact';
import type { SearchFilter, SearchResults, SearchWay } from '../../../core/http/wire.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { whenOf } from '../../state/search/filter-when.ts';
import { text } from '../../strings/index.ts';
import { locale, placeName } from '../../strings/language.ts';
import { words } from '../../strings/searching/index.ts';
import { Message } from '../elements/message.tsx';

/** Names the filters without results, and offers wider searches with their number of results. */
export function NothingFound({ answer }: { answer: SearchResults }): JSX.Element {
  const { query, ways } = answer;
  if (query.filters.length === 0 && ways.length === 0)
    return <Message level={2} drawing="search" title={text.nothingFound} body={text.nothingFoundBody} />;
  return (
    <Message level={2} drawing="search" title={query.filters.length === 0 ? text.nothingFound : noneOf(query)}>
      {ways.length > 0 && (
        <nav class="ways-on" aria-label={words.waysOn}>
          {ways.map((way) => (
            <a key={way.q} class="button" href={hrefOf(way, query.filters)}>
              {labelOf(way, query)}
            </a>
          ))}
        </nav>
      )}
    </Message>
  );
}

/** `No photos of Kim in 2020`. */
function noneOf({ filters, kind, text: rest }: SearchResults['query']): string {
  const namesOf = (type: SearchFilter['type']): string[] =>
    filters.flatMap((filter) => (filter.type === type && filter.name !== null ? [filter.name] : []));
  const when = filters.flatMap((filter) => {
    const dates = filter.type === 'date' ? whenOf(filter, locale) : null;
    return dates ? [words.whenNone[dates.kind](dates.names)] : [];
  });
  return words.none({
    kind,
    favorites: filters.some(({ type }) => type === 'favorites'),
    people: namesOf('person'),
    places: namesOf('place').map(placeName),
    cameras: namesOf('camera'),
    when,
    text: rest,
  });
}

/** A search for a single person leads to the person's page. */
function hrefOf(way: SearchWay, filters: readonly SearchFilter[]): string {
  const person = personOf(way, filters);
  if (person) return formatPlace(placeOf('people', { about: String(person.people[0]) }));
  return formatPlace(placeOf('search', { query: { q: way.q } }));
}

function personOf({ way, filter, q }: SearchWay, filters: readonly SearchFilter[]): SearchFilter | undefined {
  const remaining = filters.filter((_, at) => (way === 'only' ? at === filter : at !== filter));
  const [only, second] = remaining;
  const isAlone = only?.type === 'person' && only.people.length === 1 && second === undefined && q === only.words;
  return isAlone ? only : undefined;
}

function labelOf(way: SearchWay, { filters, text: rest }: SearchResults['query']): string {
  const { total } = way;
  const person = personOf(way, filters);
  if (person) return words.allOf(person.name ?? person.words, total);
  if (way.way === 'words') return words.words(total);
  if (way.way === 'some') return words.only(way.q, total);
  if (way.way === 'filters') return words.withoutText(rest, total);
  const filter = filters[way.filter ?? 0];
  const filterName = filter?.name ?? filter?.words ?? '';
  const name = filter?.type === 'place' ? placeName(filterName) : filterName;
  return way.way === 'only' ? words.only(name, total) : words.without(name, total);
}
