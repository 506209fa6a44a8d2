import { keysOf, type SearchWord } from './search-words.ts';

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
}

/** After these words, a name that is shared by a person and a place means the place. */
const locatives = new Set([
  ...['in', 'at', 'near', 'around', 'to', 'from', 'aus', 'bei', 'nach', 'um', 'en', 'au', 'aux'],
]);

/** Towns whose names are ordinary words: such a word means the town only if the context makes that clear. */
const ordinaryTowns = new Set(
  `bath battle beach bergen best boom buffalo bury cork deal diamond eden eisen essen fish flint golden goose gorge
   green grand hall halle hall heide hell hof home hope how iron lake lens lime lincoln march mobile mold moss nice of
   orange orchard paradise park pearl plains rain reading rose rust sale salt sandwich seal see singen split spring
   sun time tours tower trees union victory wald wells why winter`.split(/\s+/),
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
  }

  /** The longest name that starts at a word; null if there is none. */
  at(words: readonly SearchWord[], at: number): NameMatch | null {
    for (let count = Math.min(this.#longest, words.length - at); count > 0; count -= 1) {
      const some = words.slice(at, at + count);
      if (some.some(({ quote }) => quote !== null)) continue;
      const entry = this.#entries.get(some.map(({ key }) => key).join(' '));
      if (!entry) continue;
      const place = entry.place && isPlace(words, at, count) ? entry.place : undefined;
      const person = place && isAfterLocative(words, at) ? undefined : entry.person;
      if (person) return { type: 'person', words: count, found: person };
      if (place) return { type: 'place', words: count, found: place };
    }
    return null;
  }

  #add(type: 'person' | 'place', name: string, id: number): void {
    const keys = keysOf(name);
    if (keys.length === 0) return;
    this.#longest = Math.max(this.#longest, keys.length);
    const entry = this.#entryOf(keys.join(' '));
    const named = (entry[type] ??= { name, ids: [] });
    // All names of one person or place are added consecutively, so a repeated id is the last one.
    if (named.ids.at(-1) !== id) named.ids.push(id);
  }

  /** A first name that only one person has means that person. A shared first name is plain text. */
  #addFirstNames(people: readonly { id: number; name: string }[]): void {
    const bearers = new Map<string, { id: number; name: string }[]>();
    for (const person of people) {
      const [first, second] = keysOf(person.name);
      if (first === undefined || second === undefined || first.length < 2) continue;
      const known = bearers.get(first);
      if (known) known.push(person);
      else bearers.set(first, [person]);
    }
    for (const [key, [person, ...others]] of bearers) {
      if (person && others.length === 0) this.#entryOf(key).person ??= { name: person.name, ids: [person.id] };
    }
  }

  #entryOf(key: string): Entry {
    let entry = this.#entries.get(key);
    if (!entry) this.#entries.set(key, (entry = {}));
    return entry;
  }
}

function isAfterLocative(words: readonly SearchWord[], at: number): boolean {
  const before = words[at - 1];
  // Without its accent, `à` would match `a nice sunset`.
  return before?.quote === null && (locatives.has(before.key) || before.text.toLowerCase() === 'à');
}

/**
 * `nice sunset` does not mean the town, `sunset in nice` and `sunset Nice` do. The first word proves nothing, since phones
 * capitalise it automatically.
 */
function isPlace(words: readonly SearchWord[], at: number, count: number): boolean {
  const { key = '', text = '' } = words[at] ?? {};
  if (count > 1 || !ordinaryTowns.has(key)) return true;
  return isAfterLocative(words, at) || words.length === 1 || (at > 0 && /^\p{Lu}/u.test(text));
}
