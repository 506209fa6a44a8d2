/** A name of a town in a table of them. */
export interface TownName {
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** The name in the index, mostly the English one. */
  readonly town: string;
  readonly name: string;
  /** Whether one of the two names alone means something else: a larger town, or a country. */
  readonly isAmbiguous: boolean;
}

/**
 * Reads lines such as `ES Sevilla=Séville, *Toledo=Tolède`: the code of a country, and names in the index with other names,
 * after a star if one of them alone means something else. Countries and names are sorted.
 */
export function readTownTable(table: string): TownName[] {
  return table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const country = line.slice(0, 2);
      return line
        .slice(3)
        .split(', ')
        .map((entry) => {
          const [, star, town = '', name = ''] = /^(\*?)(.*)=(.*)$/.exec(entry) ?? [];
          return { country, town, name, isAmbiguous: star === '*' };
        });
    });
}
