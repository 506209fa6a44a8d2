import type { Language } from '../../state/languages.ts';
import { isolated } from '../isolated.ts';
import { language } from '../language.ts';
import { searching as en, type SearchingStrings } from './en.ts';

const catalogues: Readonly<Record<Language, () => SearchingStrings | Promise<SearchingStrings>>> = {
  en: () => en,
  de: async () => (await import('./de.ts')).searching,
  fr: async () => (await import('./fr.ts')).searching,
};

/** The strings of searches, loaded with the first part that needs them. */
export const words = isolated(await catalogues[language]());
