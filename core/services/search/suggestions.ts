import { PrefixIndex, type Completed } from '../../domain/prefix-index.ts';
import type { NamedThing } from '../../domain/found-in-photo.ts';
import type { PersonSummary } from '../../domain/person.ts';
import type { PersonList } from '../../store/people/person-list.ts';
import type { Places } from '../../store/photos/places.ts';
import type { Facets } from '../../timeline/facets.ts';
import type { LibraryCameras } from '../../timeline/camera-census.ts';
import { monthCensus, type MonthCount } from '../../timeline/month-census.ts';
import { placeCensus } from '../../timeline/place-census.ts';
import type { Selections } from '../../timeline/selections.ts';
import type { Timeline } from '../../timeline/timeline.ts';
import type { TagCloud } from '../tag-cloud.ts';
import type { SuggestedThings } from './suggested-things.ts';

/** A name with the number of photos that it stands for. */
interface Counted {
  readonly name: string;
  readonly count: number;
}

/** What a search may be about, each with what stands before it in the text. */
export interface Suggestions {
  readonly people: readonly Completed<PersonSummary>[];
  readonly places: readonly Completed<Counted>[];
  readonly things: readonly Completed<NamedThing['names']>[];
  readonly tags: readonly Completed<Counted>[];
  readonly cameras: readonly Completed<Counted>[];
  readonly times: readonly Completed<MonthCount>[];
}

interface SuggestionParts {
  readonly timeline: Timeline;
  readonly selections: Selections;
  readonly facets: Facets;
  readonly people: Pick<PersonList, 'named' | 'namesVersion' | 'some'>;
  readonly places: Pick<Places, 'byIds'>;
  readonly tags: Pick<TagCloud, 'counts'>;
  readonly cameras: LibraryCameras;
  readonly things: Pick<SuggestedThings, 'complete'>;
}

interface Indexes {
  readonly people: PrefixIndex<number>;
  readonly places: PrefixIndex<Counted>;
  readonly tags: PrefixIndex<Counted>;
  readonly cameras: PrefixIndex<Counted>;
  readonly times: PrefixIndex<MonthCount>;
}

/** Languages in which months are typed. */
const languages = ['en', 'de', 'fr'];

/**
 * What a search box offers: what photos that are not hidden are about, the most frequent first. It is the same for all roles,
 * as a search finds no hidden photo unless it asks for them, and is made anew only when something of it has changed.
 */
export class SearchSuggestions {
  readonly #with: SuggestionParts;
  #known: { readonly version: string; readonly indexes: Indexes } | undefined;

  constructor(parts: SuggestionParts) {
    this.#with = parts;
  }

  /** @param limit of each kind */
  async of(typed: string, limit: number): Promise<Suggestions> {
    const things = await this.#with.things.complete(typed, limit);
    const { people, places, tags, cameras, times } = this.#indexes();
    const faces = people.complete(typed, limit);
    const shown = new Map(this.#with.people.some(faces.map(({ item }) => item)).map((person) => [person.id, person]));
    return {
      people: faces.flatMap(({ item, before }) => {
        const person = shown.get(item);
        return person && !person.hiddenByChoice ? [{ item: person, before }] : [];
      }),
      places: places.complete(typed, limit),
      things,
      tags: tags.complete(typed, limit),
      cameras: cameras.complete(typed, limit),
      times: times.complete(typed, limit),
    };
  }

  #indexes(): Indexes {
    const { timeline, facets, people } = this.#with;
    timeline.follow();
    const version = [timeline.version, people.namesVersion(), facets.version('people'), facets.version('tags')].join();
    if (this.#known?.version !== version) this.#known = { version, indexes: this.#make() };
    return this.#known.indexes;
  }

  #make(): Indexes {
    const { people, tags, cameras, selections } = this.#with;
    return {
      people: new PrefixIndex(people.named().map(({ id, name, photos }) => ({ name, weight: photos, item: id }))),
      places: counted(this.#placeCounts()),
      tags: counted(tags.counts()),
      cameras: counted(cameras.census()),
      times: new PrefixIndex(monthCensus(selections).flatMap(timeEntries)),
    };
  }

  /** Photos of each town and of each country. */
  #placeCounts(): Counted[] {
    const census = placeCensus(this.#with.selections);
    const places = this.#with.places.byIds(census.map(({ place }) => place));
    const counts = new Map<string, number>();
    for (const { place, count } of census) {
      const { label, city, country } = places.get(place) ?? { label: '', city: '', country: '' };
      for (const name of new Set([city || label, country])) counts.set(name, (counts.get(name) ?? 0) + count);
    }
    counts.delete('');
    return Array.from(counts, ([name, count]) => ({ name, count }));
  }
}

const counted = (all: readonly Counted[]): PrefixIndex<Counted> =>
  new PrefixIndex(all.map(({ name, count }) => ({ name, weight: count, item: { name, count } })));

/** Of each month its names in all languages. Made once: a formatter takes as long as a search. */
const monthNames = Array.from({ length: 12 }, (_, month) => {
  const names = languages.map((language) =>
    new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2000, month)),
  );
  return [...new Set(names)];
});

/** A year by its digits, a month by its name in each language; the newest first, and years before months. */
function timeEntries(time: MonthCount): { name: string; weight: number; item: MonthCount }[] {
  const { year, month } = time;
  if (month === null) return [{ name: String(year), weight: 1e6 + year, item: time }];
  return (monthNames[month - 1] ?? []).map((name) => ({
    name: `${name} ${year}`,
    weight: year * 12 + month,
    item: time,
  }));
}
