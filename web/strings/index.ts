import type { Language } from '../state/languages.ts';
import { language } from './language.ts';
import { en, type Strings } from './en.ts';

const catalogues: Readonly<Record<Language, () => Strings | Promise<Strings>>> = {
  en: () => en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
};

/** The sentences of the page in the language of this visit; another language begins with a reload. */
export const text = await catalogues[language]();
