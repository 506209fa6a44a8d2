import type { Language } from '../../state/languages.ts';
import { language } from '../language.ts';
import { searching as en, type SearchingStrings } from './en.ts';

const catalogues: Readonly<Record<Language, () => SearchingStrings | Promise<SearchingStrings>>> = {
  en: () => en,
  de: async () => (await import('./de.ts')).searching,
  fr: async () => (await import('./fr.ts')).searching,
};

/** What is said about searches, in the language of this visit: fetched with the first of its parts. */
export const words = await catalogues[language]();
