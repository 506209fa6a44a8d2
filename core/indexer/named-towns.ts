import type { Town } from '../domain/town.ts';
import type { KnownTowns } from './known-towns.ts';

/** The most towns in a result. */
const maxTowns = 12;

/** Finds towns by the beginning of their name, or of a word in it: a scan of some 20 ms, in the thread for towns. */
export class NamedTowns {
  readonly #known: KnownTowns;
  readonly #countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });
  #folded: readonly string[] | undefined;

  constructor(towns: KnownTowns) {
    this.#known = towns;
  }

  /**
   * @param query `Lisb`, or `Paris, United States`
   * @returns the most important towns first, and towns whose name begins with the text before others
   */
  find(query: string): Town[] {
    const [name = '', country = ''] = query.split(',', 2).map(folded);
    if (name === '') return [];
    this.#folded ??= Array.from({ length: this.#known.count }, (_, town) => folded(this.#known.nameOf(town)));
    const within: number[] = [];
    const first: number[] = [];
    for (let town = 0; town < this.#folded.length && first.length < maxTowns; town++) {
      const at = ` ${this.#folded[town] ?? ''}`.indexOf(` ${name}`);
      if (at < 0 || (country !== '' && !this.#isIn(town, country))) continue;
      (at === 0 ? first : within).push(town);
    }
    return [...first, ...within].slice(0, maxTowns).map((town) => this.#known.of(town));
  }

  #isIn(town: number, country: string): boolean {
    const code = this.#known.countryOf(town);
    return folded(code) === country || folded(this.#countryNames.of(code) ?? code).startsWith(country);
  }
}

/** Without case and accents, which people often leave out. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[-\s]+/g, ' ')
    .trim();
