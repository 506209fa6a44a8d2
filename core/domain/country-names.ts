/** Languages in which people search for countries, besides English, the language of the index. */
const otherLanguages = ['de', 'fr'];

/** Other English names that people write, by the one that the index has. */
const otherEnglishNames: Readonly<Record<string, readonly string[]>> = {
  'Cape Verde': ['Cabo Verde'],
  'Côte d’Ivoire': ['Ivory Coast'],
  Czechia: ['Czech Republic'],
  'Myanmar (Burma)': ['Burma'],
  Netherlands: ['Holland'],
  Türkiye: ['Turkey'],
};

let byEnglishName: ReadonlyMap<string, readonly string[]> | undefined;

/**
 * Other names of a country, by its English name: the German and French ones, short ones such as `USA`, English ones such as
 * `Turkey`, and `Bosnia and Herzegovina` for `Bosnia & Herzegovina`; never the English name itself. Empty for other names.
 */
export function otherNamesOfCountry(english: string): readonly string[] {
  // Read once, in some 15 ms, from what the runtime knows of all languages.
  byEnglishName ??= readNames();
  return byEnglishName.get(english) ?? [];
}

function readNames(): ReadonlyMap<string, readonly string[]> {
  const english = namesIn('en', 'long');
  const languages = otherLanguages.map((language) => namesIn(language, 'long'));
  const short = ['en', ...otherLanguages].map((language) => namesIn(language, 'short'));
  const names = new Map<string, readonly string[]>();
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = english.of(code);
    // Obsolete codes mostly come after those that replaced them, so the first one wins.
    if (name === undefined || names.has(name)) continue;
    const others = new Set([
      name.replace(' & ', ' and '),
      ...(otherEnglishNames[name] ?? []),
      ...languages.flatMap((each) => each.of(code) ?? []),
      // Nobody writes the abbreviations with periods: `É.-U.`.
      ...short.flatMap((each) => each.of(code) ?? []).filter((text) => !text.includes('.')),
    ]);
    others.delete(name);
    names.set(name, [...others]);
  }
  return names;
}

const namesIn = (language: string, style: 'long' | 'short'): Intl.DisplayNames =>
  new Intl.DisplayNames(language, { type: 'region', fallback: 'none', style });
