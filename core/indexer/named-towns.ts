import { otherNamesOfCountry } from '../domain/country-names.ts';
import { keysOf } from '../domain/search-words.ts';
import { otherNamesOfTown } from '../domain/town-names/other-names.ts';
import type { Town } from '../domain/town.ts';
import type { KnownTowns } from './known-towns.ts';

/** The most towns in a result. */
const maxTowns = 12;

/**
 * Finds towns by the beginning of one of their names, or of a word in it, in the spellings that searches accept: a scan of
 * some 20 ms, in the thread for towns.
 */
export class NamedTowns {
  readonly #known: KnownTowns;
  readonly #countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });
  /** The names of each town, one a line, each after a space. */
  #folded: readonly string[] | undefined;
  /** The names of each country, among them its code, by this code. */
  #countries: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(towns: KnownTowns) {
    this.#known = towns;
  }

  /**
   * @param query `Lisb`, or `Paris, United States`
   * @returns the most important towns first, and towns with a name that begins with the text before others
   */
  find(query: string): Town[] {
    const [name = '', country = ''] = query.split(',', 2).map(folded);
    if (name === '') return [];
    const codes = country === '' ? null : this.#countriesNamed(country);
    // `Washington, D.C.` is the name of a town.
    const whole = folded(query);
    this.#folded ??= Array.from({ length: this.#known.count }, (_, town) => this.#foldedNames(town));
    const within: number[] = [];
    const first: number[] = [];
    for (let town = 0; town < this.#folded.length && first.length < maxTowns; town++) {
      const text = this.#folded[town] ?? '';
      if (!text.includes(` ${name}`)) continue;
      if (codes && !codes.has(this.#known.countryOf(town)) && !hasLineWith(text, ` ${whole}`)) continue;
      (hasLineWith(text, ` ${name}`) ? first : within).push(town);
    }
    return [...first, ...within].slice(0, maxTowns).map((town) => this.#known.of(town));
  }

  #foldedNames(town: number): string {
    const name = this.#known.nameOf(town);
    // Few towns have other names, so the name of the country is not needed for most.
    if (otherNamesOfTown(name).length === 0) return ` ${folded(name)}`;
    const code = this.#known.countryOf(town);
    const others = otherNamesOfTown(`${name}, ${this.#countryNames.of(code) ?? code}`);
    return [name, ...others].map((each) => ` ${folded(each)}`).join('\n');
  }

  /** The codes of countries with a name that begins with the text. */
  #countriesNamed(text: string): ReadonlySet<string> {
    this.#countries ??= this.#readCountries();
    const isNamed = (name: string): boolean => name.startsWith(text);
    return new Set([...this.#countries].flatMap(([code, names]) => (names.some(isNamed) ? [code] : [])));
  }

  #readCountries(): ReadonlyMap<string, readonly string[]> {
    const codes = new Set(Array.from({ length: this.#known.count }, (_, town) => this.#known.countryOf(town)));
    return new Map(
      Array.from(codes, (code) => {
        const english = this.#countryNames.of(code) ?? code;
        return [code, [code, english, ...otherNamesOfCountry(english)].map(folded)];
      }),
    );
  }
}

/** The words of a name without case, accents, apostrophes and the like, which people often leave out. */
const folded = (text: string): string => keysOf(text).join(' ');

const hasLineWith = (text: string, beginning: string): boolean =>
  text.startsWith(beginning) || text.includes(`\n${beginning}`);
