import type { Language } from '../../state/languages.ts';
import { isolated } from '../isolated.ts';
import { language } from '../language.ts';
import { secondStep, type SecondStepStrings } from './en.ts';

const catalogues: Readonly<Record<Language, () => SecondStepStrings | Promise<SecondStepStrings>>> = {
  en: () => secondStep,
  de: async () => (await import('./de.ts')).secondStep,
  fr: async () => (await import('./fr.ts')).secondStep,
};

/** The strings of the second step, which most sign-ins do not need. */
export const words = isolated(await catalogues[language]());
