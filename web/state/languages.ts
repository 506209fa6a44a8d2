/** Those that there is a catalogue of strings for. */
export const languages = ['en', 'de', 'fr'] as const;
export type Language = (typeof languages)[number];

/** Each in its own words: whoever cannot read the present one finds theirs. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', fr: 'Français' };

/**
 * The language that was chosen here before, else the first of the browser's that there is, else English.
 * @param wished language tags, the most wished first: `de-AT`
 */
export function chooseLanguage(chosen: string | null, wished: readonly string[]): Language {
  for (const tag of [chosen ?? '', ...wished]) {
    const known = languages.find((language) => language === tag.toLowerCase().split('-')[0]);
    if (known) return known;
  }
  return 'en';
}

/** How dates and numbers are written: as the browser's own variety of the language, `en-GB`, where it has one. */
export function localeOf(language: Language, wished: readonly string[]): string {
  return wished.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language;
}
