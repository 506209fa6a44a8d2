import type { Language } from '../state/languages.ts';
import { isolated } from './isolated.ts';
import { language } from './language.ts';
import { en, type Strings } from './en.ts';
import { loadTownNames } from './town-names.ts';

const catalogues: Readonly<Record<Language, () => Strings | Promise<Strings>>> = {
  en: () => en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
};

const [strings] = await Promise.all([catalogues[language](), loadTownNames(language)]);

/** The strings in the language of the page; changing the language reloads the page. */
export const text = isolated(strings);
