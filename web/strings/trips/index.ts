import type { Language } from '../../state/languages.ts';
import { text } from '../index.ts';
import { isolated } from '../isolated.ts';
import { language } from '../language.ts';
import { trips as en, type TripStrings } from './en.ts';

const catalogues: Readonly<Record<Language, () => TripStrings | Promise<TripStrings>>> = {
  en: () => en,
  de: async () => (await import('./de.ts')).trips,
  fr: async () => (await import('./fr.ts')).trips,
};

/** The strings of trips, loaded with the first page about them. */
export const words = isolated(await catalogues[language]());

// These errors only occur on these pages.
Object.assign(text.refusals.kinds, words.refusals);
