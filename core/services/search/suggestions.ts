import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Completed } from '../../domain/prefix-index.ts';
import type { NamedThing } from '../../domain/photo-findings.ts';
import type { PersonSummary } from '../../domain/person.ts';
import type { Audience } from '../../domain/viewer-scope.ts';
import type { WithheldFrom } from '../../domain/withheld.ts';
import type { PersonList } from '../../store/people/person-list.ts';
import type { Facets } from '../../timeline/facets.ts';
import type { LibraryCameras } from '../../timeline/camera-census.ts';
import { monthCensus, type MonthCount } from '../../timeline/month-census.ts';
import { shownTo } from '../../timeline/place-census.ts';
import type { Selections } from '../../timeline/selections.ts';
import type { TagCloud } from '../tag-cloud.ts';
import { scopeOf, type Viewer } from '../viewer.ts';
import { KnownNames } from './known-names.ts';
import type { PlaceTotals } from './place-totals.ts';
import type { SuggestedThings } from './suggested-things.ts';

/** A name with its number of photos. */
interface Counted {
  readonly name: string;
  readonly count: number;
}

/** Topics of a search, each with the text before it. */
export interface Suggestions {
  readonly people: readonly Completed<PersonSummary>[];
  readonly places: readonly Completed<Counted>[];
  readonly things: readonly Completed<NamedThing['names']>[];
  readonly tags: readonly Completed<Counted>[];
  readonly cameras: readonly Completed<Counted>[];
  readonly times: readonly Completed<MonthCount>[];
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
interface Named {
  readonly version: string;
  readonly named: ReadonlyMap<string, { id: number; photos: number }>;
}

/** Languages in which months are typed. */
const languages = ['en', 'de', 'fr'];

/**
 * Completions for the search box: topics of visible photos, most frequent first, without withheld photos. They are the same
 * for all roles, since a search finds hidden photos only on request.
 *
 * Topics are recounted when photos change, each kind in a task of its own, so that newly hidden photos drop out at once. The
 * index of names, the most expensive part, only grows.
 */
export class SearchSuggestions {
  readonly #with: SuggestionParts;
  readonly #names = {
    people: new KnownNames(),
    places: new KnownNames(),
    tags: new KnownNames(),
    cameras: new KnownNames(),
    times: new KnownNames(timeNames),
  };
  /** By the key of the set of withheld photos. */
  readonly #people = new LRUCache<number, Named>({ max: 8 });

  constructor(parts: SuggestionParts) {
    this.#with = parts;
  }

  /** @param limit the maximum number of each kind */
  async of(viewer: Viewer, typed: string, limit: number): Promise<Suggestions> {
    const { audience } = scopeOf(viewer);
    const things = await this.#with.things.complete(typed, limit, audience);
    const people = await this.#peopleOf(typed, limit, audience);
    await setImmediate();
    // Compute the visible photos once for all the following steps.
    this.#with.selections.find(shownTo(audience));
    await setImmediate();
    const counted = async (names: KnownNames, counts: ReadonlyMap<string, number>): Promise<Completed<Counted>[]> => {
      const found = await names.complete(typed, limit, counts);
      await setImmediate();
      return found.map(({ item, before }) => ({ item: { name: item, count: counts.get(item) ?? 0 }, before }));
    };
    const { places, tags, cameras } = this.#with;
    return {
      people,
      places: await counted(this.#names.places, await places.byName(audience)),
      things,
      tags: await counted(this.#names.tags, totals(await tags.counts(audience))),
      cameras: await counted(this.#names.cameras, totals(cameras.census(audience))),
      times: await this.#timesOf(typed, limit, audience),
    };
  }

  async #peopleOf(typed: string, limit: number, audience: Audience): Promise<Suggestions['people']> {
    const { facets, people, withheld } = this.#with;
    const { key, version: ofKept } = withheld(audience);
    const version = `${people.namesVersion()} ${facets.version('people')} ${ofKept}`;
    const known = this.#people.get(key);
    const isKnown = known?.version === version;
    const named = isKnown
      ? known.named
      : new Map(people.named(audience).map(({ name, ...person }) => [name, person] as const));
    this.#people.set(key, { version, named });
    const weights = new Map(Array.from(named, ([name, { photos }]) => [name, photos]));
    const found = await this.#names.people.complete(typed, limit, weights);
    const ids = found.flatMap(({ item }) => named.get(item)?.id ?? []);
    const shown = new Map(people.some(ids, audience).map((person) => [person.id, person]));
    return found.flatMap(({ item, before }) => {
      const person = shown.get(named.get(item)?.id ?? 0);
      return person && !person.hiddenByChoice ? [{ item: person, before }] : [];
    });
  }

  async #timesOf(typed: string, limit: number, audience: Audience): Promise<Suggestions['times']> {
    const times = new Map(monthCensus(this.#with.selections, audience).map((time) => [timeKey(time), time]));
    const weights = new Map(Array.from(times, ([key, time]) => [key, newness(time)]));
    const found = await this.#names.times.complete(typed, limit, weights);
    return found.flatMap(({ item, before }) => {
      const time = times.get(item);
      return time ? [{ item: time, before }] : [];
    });
  }
}

const totals = (all: readonly Counted[]): Map<string, number> => new Map(all.map(({ name, count }) => [name, count]));

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
