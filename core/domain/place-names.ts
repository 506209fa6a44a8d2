import { nameKey } from './names.ts';

export { nameKey } from './names.ts';

/** A place by the names that users may search for. */
export interface NamedPlace {
  readonly id: number;
  /** `Lisbon, Portugal` */
  readonly label: string;
  readonly city: string;
  readonly country: string;
}

/** The places of a library, by name. There are at most some thousands, regardless of the number of photos. */
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
   * The ids of the places that match a name: those with this label; else all of a city or country with this name; else all
   * whose label contains it.
   */
  meantBy(name: string): number[] {
    const key = nameKey(name);
    const labelled = this.#ids(({ label }) => label === key);
    if (labelled.length > 0) return labelled;
    const within = this.#ids(({ city, country }) => city === key || country === key);
    return within.length > 0 ? within : this.havingPart(key);
  }

  /** The ids of the places whose label contains the text. */
  havingPart(part: string): number[] {
    const key = nameKey(part);
    return key === '' ? [] : this.#ids(({ label }) => label.includes(key));
  }

  #ids(isWanted: (place: NamedPlace) => boolean): number[] {
    return this.#places.filter(isWanted).map(({ id }) => id);
  }
}
