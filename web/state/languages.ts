/** The languages that have a string catalogue. */
export const languages = ['en', 'de', 'fr'] as const;
export type Language = (typeof languages)[number];

/** Each name in its own language, so that people find theirs in any. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', fr: 'Français' };

/**
 * The language chosen before, else the browser's first supported one, else English.
 * @param wished language tags by preference, such as `de-AT`
 */
export function chooseLanguage(chosen: string | null, wished: readonly string[]): Language {
  for (const tag of [chosen ?? '', ...wished]) {
    const known = languages.find((language) => language === tag.toLowerCase().split('-')[0]);
    if (known) return known;
  }
  return 'en';
}

/** The locale for dates and numbers: the browser's regional variant of the language, such as `en-GB`, if it has one. */
export function localeOf(language: Language, wished: readonly string[]): string {
  return wished.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language;
}
