import type { Language } from '../../state/languages.ts';
import { isolated } from '../isolated.ts';
import { language } from '../language.ts';
import { firstStart, type FirstStartStrings } from './en.ts';

const catalogues: Readonly<Record<Language, () => FirstStartStrings | Promise<FirstStartStrings>>> = {
  en: () => firstStart,
  de: async () => (await import('./de.ts')).firstStart,
  fr: async () => (await import('./fr.ts')).firstStart,
};

/** The strings of the first start, which happens only once. */
export const words = isolated(await catalogues[language]());
