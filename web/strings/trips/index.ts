import type { Language } from '../../state/languages.ts';
import { text } from '../index.ts';
import { language } from '../language.ts';
import { trips as en, type TripStrings } from './en.ts';

const catalogues: Readonly<Record<Language, () => TripStrings | Promise<TripStrings>>> = {
  en: () => en,
  de: async () => (await import('./de.ts')).trips,
  fr: async () => (await import('./fr.ts')).trips,
};

/** What pages say of trips, in the language of this visit: fetched with the first of them. */
export const words = await catalogues[language]();

// No other page meets its refusals.
Object.assign(text.refusals.kinds, words.refusals);
