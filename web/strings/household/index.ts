import type { Language } from '../../state/languages.ts';
import { isolated } from '../isolated.ts';
import { language } from '../language.ts';
import { household as en, type HouseholdStrings } from './en.ts';

const catalogues: Readonly<Record<Language, () => HouseholdStrings | Promise<HouseholdStrings>>> = {
  en: () => en,
  de: async () => (await import('./de.ts')).household,
  fr: async () => (await import('./fr.ts')).household,
};

/** The strings of the dialog on who can see something. */
export const words = isolated(await catalogues[language]());
