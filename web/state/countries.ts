/** By the English name under which the server knows it: its name in another language. */
const named = new Map<string, ReadonlyMap<string, string>>();

/**
 * `Vienna, Austria` → `Vienna, Österreich`: the country of a place in the language of the page. The server's own name
 * of the place stays what links and searches are made of.
 */
export function placeInWords(place: string, language: string): string {
  const comma = place.lastIndexOf(', ');
  if (comma < 0) return countryInWords(place, language);
  return `${place.slice(0, comma)}, ${countryInWords(place.slice(comma + 2), language)}`;
}

/** What is no country is left as it is. */
function countryInWords(country: string, language: string): string {
  if (language === 'en') return country;
  const names = named.get(language) ?? namesIn(language);
  named.set(language, names);
  return names.get(country) ?? country;
}

/** Every region that the browser has a name for, by its English name. */
function namesIn(language: string): ReadonlyMap<string, string> {
  const options = { type: 'region', fallback: 'none' } as const;
  const english = new Intl.DisplayNames('en', options);
  const other = new Intl.DisplayNames(language, options);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  const names = new Map<string, string>();
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const [known, name] = [english.of(code), other.of(code)];
    // Codes of old come after those that took their place, mostly; the first one counts.
    if (known !== undefined && name !== undefined && !names.has(known)) names.set(known, name);
  }
  return names;
}
