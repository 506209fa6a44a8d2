import { spellOutUmlauts } from '../plugin-api/toolkit/word-forms.ts';
import { otherNamesOfCountry } from './country-names.ts';
import { keysOf, type SearchWord } from './search-words.ts';
import { otherNamesOfTown } from './town-names/other-names.ts';

/** A person or a place in a search text. */
export interface SearchName {
  /** The spelling in the library. */
  readonly name: string;
  /** Ids of the people or places with this name: any of them matches. */
  readonly ids: readonly number[];
}

export interface NameMatch {
  readonly type: 'person' | 'place';
  /** The number of words that it takes. */
  readonly words: number;
  readonly found: SearchName;
}

interface Entry {
  person?: { name: string; ids: number[] };
  place?: { name: string; ids: number[] };
  /** Whether it is a first name of several people. */
  isShared?: boolean;
  /** Another name of a country that is an ordinary word too, as it is written. */
  spelling?: string;
}

/** After these words, a name that is shared by a person and a place means the place. */
const locatives = new Set([
  ...['in', 'at', 'near', 'around', 'to', 'from', 'aus', 'bei', 'nach', 'um', 'en', 'au', 'aux'],
]);

/** Names of towns that are ordinary words: such a word means the town only if the context makes that clear. */
const ordinaryTowns = new Set(
  `assise bale bath battle beach bergen best boom buffalo bury canton come constance cork deal diamond eden eisen essen
   fish flint genes golden goose gorge grand green grenade hall halle heide hell hof home hope how iron lake lens lime
   lincoln lowen march mobile mold moss nice of orange orchard paradise park pearl plains plaisance posen rain reading
   riad ritten rose rust sale salt sandwich seal see sienne singen spire split spring sun thorn time tours tower trees
   trente treves union victory vienne wald wells why winter`.split(/\s+/),
);

/** Names of countries that are ordinary words too: of Iceland, Sweden, Chile, Grenada, Türkiye, the United States. */
const ordinaryCountries = new Set(['island', 'suede', 'chili', 'grenade', 'turkey', 'us']);

/** German names of countries that are French adjectives, which follow their noun in lower case: `restaurant italien`. */
const frenchAdjectives = new Set(
  `algerien armenien australien bolivien georgien indien indonesien italien jordanien libyen syrien`.split(' '),
);

/** The names in a library, by their words, for finding them in search texts. */
export class NameIndex {
  readonly #entries = new Map<string, Entry>();
  #longest = 0;

  constructor(names: {
    people: readonly { id: number; name: string }[];
    places: readonly { id: number; label: string; city: string; country: string }[];
  }) {
    for (const { id, name } of names.people) this.#add('person', name, id);
    this.#addFirstNames(names.people);
    for (const { id, label, city, country } of names.places) {
      for (const name of new Set([label, city, country])) this.#add('place', name, id);
    }
    // Those of countries first: `Mexico`, the French name of a city, is the country.
    this.#addOtherCountryNames(names.places);
    this.#addOtherTownNames(names.places);
  }

  /**
   * The longest name that starts at a word; null if there is none.
   * @param isAfterFilter whether the word before is part of a filter
   */
  at(words: readonly SearchWord[], at: number, isAfterFilter = false): NameMatch | null {
    for (let count = Math.min(this.#longest, words.length - at); count > 0; count -= 1) {
      const part = words.slice(at, at + count);
      if (part.some(({ quote }) => quote !== null)) continue;
      const entry = this.#entries.get(part.map(({ key }) => key).join(' '));
      if (!entry) continue;
      const place = entry.place && isPlace(words, at, count, entry.spelling, isAfterFilter) ? entry.place : undefined;
      const person = place && isAfterLocative(words, at) ? undefined : entry.person;
      if (person) return { type: 'person', words: count, found: person };
      if (place) return { type: 'place', words: count, found: place };
    }
    return null;
  }

  #add(type: 'person' | 'place', name: string, id: number): void {
    for (const keys of spellingsOf(name)) {
      if (keys.length === 0) continue;
      this.#longest = Math.max(this.#longest, keys.length);
      const entry = this.#entryOf(keys.join(' '));
      const searchName = (entry[type] ??= { name, ids: [] });
      // All names of one person or place are added consecutively, so a repeated id is the last one.
      if (searchName.ids.at(-1) !== id) searchName.ids.push(id);
    }
  }

  /** A first name that only one person has means that person. A shared first name is plain text. */
  #addFirstNames(people: readonly { id: number; name: string }[]): void {
    const bearers = new Map<string, { id: number; name: string }[]>();
    for (const person of people) {
      for (const first of new Set(spellingsOf(person.name).map((keys) => (keys.length > 1 ? keys[0] : undefined)))) {
        if (first === undefined || first.length < 2) continue;
        const sameName = bearers.get(first);
        if (sameName) sameName.push(person);
        else bearers.set(first, [person]);
      }
    }
    for (const [key, [person, ...others]] of bearers) {
      const entry = this.#entryOf(key);
      if (others.length > 0) entry.isShared = true;
      else if (person) entry.person ??= { name: person.name, ids: [person.id] };
    }
  }

  /** Names that already mean something keep their meaning: those of towns, and first names, also of several people. */
  #addOtherCountryNames(places: readonly { id: number; country: string }[]): void {
    const countries = new Map<string, number[]>();
    for (const { id, country } of places) {
      const ids = countries.get(country);
      if (ids) ids.push(id);
      else countries.set(country, [id]);
    }
    for (const [country, ids] of countries) {
      for (const [name, keys] of spelt(otherNamesOfCountry(country))) {
        const key = keys.join(' ');
        const entry = this.#entryOf(key);
        if (entry.place || entry.isShared) continue;
        entry.place = { name: country, ids };
        if (ordinaryCountries.has(key)) entry.spelling = name;
        this.#longest = Math.max(this.#longest, keys.length);
      }
    }
  }

  /** A name that other towns have means them all: `Valence`, a town in France, is French for Valencia, too. */
  #addOtherTownNames(places: readonly { id: number; city: string; country: string }[]): void {
    const countries = new Set(places.map(({ country }) => country));
    for (const { id, city, country } of places) {
      for (const [, keys] of spelt(otherNamesOfTown(`${city}, ${country}`))) {
        const entry = this.#entryOf(keys.join(' '));
        if (entry.isShared || (entry.place && countries.has(entry.place.name))) continue;
        entry.place ??= { name: city, ids: [] };
        if (!entry.place.ids.includes(id)) entry.place.ids.push(id);
        this.#longest = Math.max(this.#longest, keys.length);
      }
    }
  }

  #entryOf(key: string): Entry {
    let entry = this.#entries.get(key);
    if (!entry) this.#entries.set(key, (entry = {}));
    return entry;
  }
}

/** The words of a name, and those of its spelling without umlauts: `München`, `Muenchen`. */
function spellingsOf(name: string): string[][] {
  const written = name.normalize('NFC');
  return [keysOf(written), ...(/[äöü]/i.test(written) ? [keysOf(spellOutUmlauts(written))] : [])];
}

const spelt = (names: readonly string[]): [name: string, keys: string[]][] =>
  names.flatMap((name) => spellingsOf(name).map((keys): [string, string[]] => [name, keys]));

function isAfterLocative(words: readonly SearchWord[], at: number): boolean {
  const before = words[at - 1];
  // Without its accent, `à` would match `a nice sunset`.
  return before?.quote === null && (locatives.has(before.key) || before.text.normalize('NFC').toLowerCase() === 'à');
}

/**
 * `nice sunset` does not mean the town, `sunset in nice` and `sunset Nice` do. The first word proves nothing, since phones
 * capitalise it automatically. `island` and `Coney Island` do not mean Iceland, `Island 2020` does.
 */
function isPlace(
  words: readonly SearchWord[],
  at: number,
  count: number,
  spelling: string | undefined,
  isAfterFilter: boolean,
): boolean {
  const { key = '', text = '' } = words[at] ?? {};
  if (count > 1 || isAfterLocative(words, at)) return true;
  if (spelling !== undefined) return text.normalize('NFC') === spelling && (at === 0 || isAfterFilter);
  const isCapitalised = /^\p{Lu}/u.test(text);
  if (frenchAdjectives.has(key)) return at === 0 || isCapitalised;
  return !ordinaryTowns.has(key) || words.length === 1 || (at > 0 && isCapitalised);
}
