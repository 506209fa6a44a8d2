import type { Language } from '../../state/languages.ts';
import { text } from '../index.ts';
import { isolated } from '../isolated.ts';
import { language } from '../language.ts';
import { en, type AdminStrings } from './en.ts';

const catalogues: Readonly<Record<Language, () => AdminStrings | Promise<AdminStrings>>> = {
  en: () => en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
};

/** The strings of the admin pages, loaded with them. */
export const words = isolated(await catalogues[language]());

// These errors only occur on these pages.
Object.assign(text.refusals.kinds, words.refusals);
