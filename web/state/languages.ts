/** The languages that have a string catalogue. */
export const languages = ['en', 'de', 'fr'] as const;
export type Language = (typeof languages)[number];

/** Each name in its own language, so that people find theirs in any. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', fr: 'Français' };

/**
 * The language chosen before, else the browser's first supported one, else English.
 * @param preferred language tags by preference, such as `de-AT`
 */
export function chooseLanguage(choice: string | null, preferred: readonly string[]): Language {
  for (const tag of [choice ?? '', ...preferred]) {
    const supported = languages.find((language) => language === tag.toLowerCase().split('-')[0]);
    if (supported) return supported;
  }
  return 'en';
}

/** The locale for dates and numbers: the browser's regional variant of the language, such as `en-GB`, if it has one. */
export function localeOf(language: Language, preferred: readonly string[]): string {
  return preferred.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language;
}
