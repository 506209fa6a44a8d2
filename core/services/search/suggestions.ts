import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { otherNamesOfCountry } from '../../domain/country-names.ts';
import type { Completion } from '../../domain/prefix-index.ts';
import { otherNamesOfTown } from '../../domain/town-names/other-names.ts';
import type { NamedThing } from '../../domain/photo-findings.ts';
import type { PersonSummary } from '../../domain/person.ts';
import type { WithheldFrom } from '../../domain/withheld.ts';
import type { ListScope } from '../../domain/viewer-scope.ts';
import type { PersonList } from '../../store/people/person-list.ts';
import type { Facets } from '../../timeline/facets.ts';
import type { LibraryCameras } from '../../timeline/camera-census.ts';
import { monthCensus, type MonthCount } from '../../timeline/month-census.ts';
import { shownTo } from '../../timeline/place-census.ts';
import type { Selections } from '../../timeline/selections.ts';
import type { TagCloud } from '../tag-cloud.ts';
import { listScope, type Viewer } from '../viewer.ts';
import { KnownNames } from './known-names.ts';
import type { PlaceTotals } from './place-totals.ts';
import type { SuggestedThings } from './suggested-things.ts';

/** A name with its number of photos. */
interface CountedName {
  readonly name: string;
  readonly count: number;
}

/** Topics of a search, each with the text before it. */
export interface Suggestions {
  readonly people: readonly Completion<PersonSummary>[];
  readonly places: readonly Completion<CountedName>[];
  readonly things: readonly Completion<NamedThing['names']>[];
  readonly tags: readonly Completion<CountedName>[];
  readonly cameras: readonly Completion<CountedName>[];
  readonly times: readonly Completion<MonthCount>[];
}

interface SuggestionParts {
  readonly selections: Selections;
  readonly facets: Facets;
  readonly people: Pick<PersonList, 'named' | 'namesVersion' | 'some'>;
  readonly places: Pick<PlaceTotals, 'byName'>;
  readonly tags: Pick<TagCloud, 'counts'>;
  readonly cameras: LibraryCameras;
  readonly things: Pick<SuggestedThings, 'complete'>;
  readonly withheld: WithheldFrom;
}

/** The named people at one version. */
interface NamedPeople {
  readonly version: string;
  readonly named: ReadonlyMap<string, { id: number; photos: number }>;
}

/** Languages in which months are typed. */
const languages = ['en', 'de', 'fr'];

/**
 * Completions for the search box: topics of visible photos, most frequent first, without withheld photos. They are the same
 * for all roles, since a search finds hidden photos only on request; on request, these are topics too.
 *
 * Topics are recounted when photos change, each kind in a task of its own, so that newly hidden photos drop out at once. The
 * index of names, the most expensive part, only grows.
 */
export class SearchSuggestions {
  readonly #with: SuggestionParts;
  readonly #names = {
    people: new KnownNames(),
    places: new KnownNames((place) => [place, ...otherNamesOfCountry(place), ...otherNamesOfTown(place)]),
    tags: new KnownNames(),
    cameras: new KnownNames(),
    times: new KnownNames(timeNames),
  };
  /** By the key of the set of withheld photos, with or without hidden ones. */
  readonly #people = new LRUCache<string, NamedPeople>({ max: 8 });

  constructor(parts: SuggestionParts) {
    this.#with = parts;
  }

  /** @param limit the maximum number of each kind */
  async of(viewer: Viewer, typed: string, limit: number, includeHidden?: boolean): Promise<Suggestions> {
    const scope = listScope(viewer, includeHidden);
    const { audience, withHidden } = scope;
    const things = await this.#with.things.complete(typed, limit, scope);
    const people = await this.#peopleOf(typed, limit, scope);
    await setImmediate();
    // Compute the visible photos once for all the following steps.
    this.#with.selections.find(shownTo(audience, withHidden));
    await setImmediate();
    const completeCounted = async (
      names: KnownNames,
      counts: ReadonlyMap<string, number>,
    ): Promise<Completion<CountedName>[]> => {
      const completions = await names.complete(typed, limit, counts);
      await setImmediate();
      return completions.map(({ item, before }) => ({ item: { name: item, count: counts.get(item) ?? 0 }, before }));
    };
    const { places, tags, cameras } = this.#with;
    return {
      people,
      places: await completeCounted(this.#names.places, await places.byName(scope)),
      things,
      tags: await completeCounted(this.#names.tags, totals(await tags.counts(audience, withHidden))),
      cameras: await completeCounted(this.#names.cameras, totals(cameras.census(audience, withHidden))),
      times: await this.#timesOf(typed, limit, scope),
    };
  }

  async #peopleOf(typed: string, limit: number, { audience, withHidden }: ListScope): Promise<Suggestions['people']> {
    const { facets, people, withheld } = this.#with;
    const { key, version: withheldVersion } = withheld(audience);
    const cacheKey = `${key} ${withHidden}`;
    const version = `${people.namesVersion()} ${facets.version('people')} ${withheldVersion}`;
    const known = this.#people.get(cacheKey);
    const isKnown = known?.version === version;
    const peopleByName = isKnown
      ? known.named
      : new Map(people.named(audience, withHidden).map(({ name, ...person }) => [name, person] as const));
    this.#people.set(cacheKey, { version, named: peopleByName });
    const weights = new Map(Array.from(peopleByName, ([name, { photos }]) => [name, photos]));
    const completions = await this.#names.people.complete(typed, limit, weights);
    const ids = completions.flatMap(({ item }) => peopleByName.get(item)?.id ?? []);
    const peopleById = new Map(people.some(ids, audience, withHidden).map((person) => [person.id, person]));
    return completions.flatMap(({ item, before }) => {
      const person = peopleById.get(peopleByName.get(item)?.id ?? 0);
      return person && !person.hiddenByChoice ? [{ item: person, before }] : [];
    });
  }

  async #timesOf(typed: string, limit: number, scope: ListScope): Promise<Suggestions['times']> {
    const census = monthCensus(this.#with.selections, scope.audience, scope.withHidden);
    const times = new Map(census.map((time) => [timeKey(time), time]));
    const weights = new Map(Array.from(times, ([key, time]) => [key, newness(time)]));
    const completions = await this.#names.times.complete(typed, limit, weights);
    return completions.flatMap(({ item, before }) => {
      const time = times.get(item);
      return time ? [{ item: time, before }] : [];
    });
  }
}

const totals = (all: readonly CountedName[]): Map<string, number> =>
  new Map(all.map(({ name, count }) => [name, count]));

/** In the form `2024` or `2024-7`. */
const timeKey = ({ year, month }: MonthCount): string => (month === null ? `${year}` : `${year}-${month}`);

/** Newest first, and years before months. */
const newness = ({ year, month }: MonthCount): number => (month === null ? 1e6 + year : year * 12 + month);

let namesOfMonths: readonly (readonly string[])[] | undefined;

/** The names of each month in all languages. Cached, since creating a formatter takes longer than a search. */
function monthNames(): readonly (readonly string[])[] {
  if (namesOfMonths) return namesOfMonths;
  const formats = languages.map((language) => new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }));
  namesOfMonths = Array.from({ length: 12 }, (_, month) => {
    return [...new Set(formats.map((format) => format.format(Date.UTC(2000, month))))];
  });
  return namesOfMonths;
}

/** The names of a time: the digits of a year, or the name of a month in each language. */
function timeNames(key: string): string[] {
  const [year = '', month] = key.split('-');
  return month === undefined ? [year] : (monthNames()[Number(month) - 1] ?? []).map((name) => `${name} ${year}`);
}
