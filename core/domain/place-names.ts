import { nameKey } from './names.ts';

export { nameKey } from './names.ts';

/** A place by the names that people may call it. */
export interface NamedPlace {
  readonly id: number;
  /** `Lisbon, Portugal` */
  readonly label: string;
  readonly city: string;
  readonly country: string;
}

/** The places of a library, found by name. There are some thousands at most, however many photos there are. */
export class PlaceNames {
  readonly #places: readonly NamedPlace[];

  constructor(places: readonly NamedPlace[]) {
    this.#places = places.map(({ id, label, city, country }) => ({
      id,
      label: nameKey(label),
      city: nameKey(city),
      country: nameKey(country),
    }));
  }

  /**
   * The ids of the places that a name means: those with that whole label; else all of a city or a country of that name;
   * else all with that part of a label.
   */
  meantBy(name: string): number[] {
    const key = nameKey(name);
    const labelled = this.#ids(({ label }) => label === key);
    if (labelled.length > 0) return labelled;
    const within = this.#ids(({ city, country }) => city === key || country === key);
    return within.length > 0 ? within : this.havingPart(key);
  }

  /** The ids of the places with that part of a label. */
  havingPart(part: string): number[] {
    const key = nameKey(part);
    return key === '' ? [] : this.#ids(({ label }) => label.includes(key));
  }

  #ids(isWanted: (place: NamedPlace) => boolean): number[] {
    return this.#places.filter(isWanted).map(({ id }) => id);
  }
}
