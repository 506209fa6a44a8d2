import { readTownTable } from '../../core/domain/town-names/town-table.ts';

/** By language: English country names → names in that language. */
const namesByLanguage = new Map<string, ReadonlyMap<string, string>>();

/** By language, for towns with a name of their own in it: `Vienna, Austria`, and mostly `Vienna` → `Wien`. */
const townsByLanguage = new Map<string, ReadonlyMap<string, string>>();

/** @param table see `readTownTable` */
export function learnTowns(language: string, table: string): void {
  const names = new Map<string, string>();
  for (const { country, town, name, isAmbiguous } of readTownTable(table)) {
    if (!isAmbiguous) names.set(town, name);
    names.set(labelOf(town, country), name);
  }
  townsByLanguage.set(language, names);
}

/**
 * `Vienna, Austria` → `Wien, Österreich`: a place in the language of the page. Links keep the server's English name; searches
 * may have either.
 */
export function placeInWords(place: string, language: string): string {
  const comma = place.lastIndexOf(', ');
  const towns = townsByLanguage.get(language);
  if (comma < 0) return countryNamed(place, language) ?? towns?.get(place) ?? place;
  const [town, country] = [place.slice(0, comma), place.slice(comma + 2)];
  return `${towns?.get(place) ?? town}, ${countryNamed(country, language) ?? country}`;
}

/** `Vienna, Austria` → `Wien`: only the town of a place. */
export function townInWords(place: string, language: string): string {
  const words = placeInWords(place, language);
  const comma = words.lastIndexOf(', ');
  return comma < 0 ? words : words.slice(0, comma);
}

/** The label of a town, as the server writes it. @param country its code */
export const labelOf = (town: string, country: string): string =>
  `${town}, ${countryNamesOf('en').of(country) ?? country}`;

/** Undefined for unknown names. */
function countryNamed(country: string, language: string): string | undefined {
  if (language === 'en') return undefined;
  const names = namesByLanguage.get(language) ?? namesIn(language);
  namesByLanguage.set(language, names);
  return names.get(country);
}

/** All regions that the browser has names for, by English name. */
function namesIn(language: string): ReadonlyMap<string, string> {
  const [english, localNames] = [countryNamesOf('en'), countryNamesOf(language)];
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  const names = new Map<string, string>();
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const [englishName, name] = [english.of(code), localNames.of(code)];
    // Obsolete codes mostly come after those that replaced them, so the first one wins.
    if (englishName !== undefined && name !== undefined && !names.has(englishName)) names.set(englishName, name);
  }
  return names;
}

const formats = new Map<string, Intl.DisplayNames>();

function countryNamesOf(language: string): Intl.DisplayNames {
  const format = formats.get(language) ?? new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  formats.set(language, format);
  return format;
}
