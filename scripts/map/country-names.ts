import { iso1A2Code } from '@rapideditor/country-coder';
import { quantised } from './lines.ts';
import { countries } from './natural-earth.ts';

/**
 * Where the map shows a country's name: its ISO 3166-1 alpha-2 code, the position as fractions of the world's width and
 * height, and the country's width.
 */
export type CountryName = readonly [code: string, x: number, y: number, width: number];

const steps = 10_000;

/** The countries, the widest first. Browsers know their names. */
export function countryNames(): CountryName[] {
  const names = countries().flatMap(({ code, middle, rings }): CountryName[] => {
    const alpha2 = iso1A2Code(code);
    const [at] = quantised([middle], steps);
    if (alpha2 === null || !at) return [];
    const widths = rings.map((ring) => {
      const xs = quantised(ring, steps).map(([x]) => x);
      return Math.max(...xs) - Math.min(...xs);
    });
    return [[alpha2, at[0] / steps, at[1] / steps, Math.max(...widths) / steps]];
  });
  return names.sort((a, b) => b[3] - a[3]);
}
