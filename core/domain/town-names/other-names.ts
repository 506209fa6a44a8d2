import { frenchTowns } from './french.ts';
import { furtherTowns } from './further.ts';
import { germanTowns } from './german.ts';
import { readTownTable } from './town-table.ts';

let byName: ReadonlyMap<string, readonly string[]> | undefined;

/**
 * Other names of a town: the German and French ones, and further ones that people type. Empty for most.
 * @param town as in the index: `Lisbon, Portugal`, or `Lisbon` for all towns of that name
 */
export function otherNamesOfTown(town: string): readonly string[] {
  byName ??= readNames();
  return byName.get(town) ?? [];
}

function readNames(): ReadonlyMap<string, readonly string[]> {
  const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
  const names = new Map<string, Set<string>>();
  for (const { country, town, name } of [germanTowns, frenchTowns, furtherTowns].flatMap(readTownTable)) {
    for (const key of [town, `${town}, ${countryNames.of(country) ?? country}`]) {
      const known = names.get(key);
      if (known) known.add(name);
      else names.set(key, new Set([name]));
    }
  }
  return new Map(Array.from(names, ([key, known]) => [key, [...known]]));
}
