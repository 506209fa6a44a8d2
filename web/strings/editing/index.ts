import type { Language } from '../../state/languages.ts';
import { isolated } from '../isolated.ts';
import { language } from '../language.ts';
import { editing as en, type EditingStrings } from './en.ts';

const catalogues: Readonly<Record<Language, () => EditingStrings | Promise<EditingStrings>>> = {
  en: () => en,
  de: async () => (await import('./de.ts')).editing,
  fr: async () => (await import('./fr.ts')).editing,
};

/** The strings of the editing dialog, loaded with it. */
export const words = isolated(await catalogues[language]());
