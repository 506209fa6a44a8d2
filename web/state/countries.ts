/** By language: English country names → names in that language. */
const namesByLanguage = new Map<string, ReadonlyMap<string, string>>();

/**
 * `Vienna, Austria` → `Vienna, Österreich`: a place with its country in the language of the page. Links keep the server's
 * English name; searches may have either.
 */
export function placeInWords(place: string, language: string): string {
  const comma = place.lastIndexOf(', ');
  if (comma < 0) return countryInWords(place, language);
  return `${place.slice(0, comma)}, ${countryInWords(place.slice(comma + 2), language)}`;
}

/** Unknown names are returned unchanged. */
function countryInWords(country: string, language: string): string {
  if (language === 'en') return country;
  const names = namesByLanguage.get(language) ?? namesIn(language);
  namesByLanguage.set(language, names);
  return names.get(country) ?? country;
}

/** All regions that the browser has names for, by English name. */
function namesIn(language: string): ReadonlyMap<string, string> {
  const options = { type: 'region', fallback: 'none' } as const;
  const english = new Intl.DisplayNames('en', options);
  const localNames = new Intl.DisplayNames(language, options);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  const names = new Map<string, string>();
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const [englishName, name] = [english.of(code), localNames.of(code)];
    // Obsolete codes mostly come after those that replaced them, so the first one wins.
    if (englishName !== undefined && name !== undefined && !names.has(englishName)) names.set(englishName, name);
  }
  return names;
}
