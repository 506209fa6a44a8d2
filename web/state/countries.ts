/** By language: English country names → names in that language. */
const named = new Map<string, ReadonlyMap<string, string>>();

/**
 * `Vienna, Austria` → `Vienna, Österreich`: a place with its country in the language of the page. Links and searches keep
 * the server's English name.
 */
export function placeInWords(place: string, language: string): string {
  const comma = place.lastIndexOf(', ');
  if (comma < 0) return countryInWords(place, language);
  return `${place.slice(0, comma)}, ${countryInWords(place.slice(comma + 2), language)}`;
}

/** Unknown names are returned unchanged. */
function countryInWords(country: string, language: string): string {
  if (language === 'en') return country;
  const names = named.get(language) ?? namesIn(language);
  named.set(language, names);
  return names.get(country) ?? country;
}

/** All regions that the browser has names for, by English name. */
function namesIn(language: string): ReadonlyMap<string, string> {
  const options = { type: 'region', fallback: 'none' } as const;
  const english = new Intl.DisplayNames('en', options);
  const other = new Intl.DisplayNames(language, options);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  const names = new Map<string, string>();
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const [known, name] = [english.of(code), other.of(code)];
    // Obsolete codes mostly come after those that replaced them, so the first one wins.
    if (known !== undefined && name !== undefined && !names.has(known)) names.set(known, name);
  }
  return names;
}
