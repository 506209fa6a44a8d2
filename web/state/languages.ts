export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

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
