import type { Language } from '../../state/languages.ts';
import { language } from '../language.ts';
import { player as en, type PlayerStrings } from './en.ts';

const catalogues: Readonly<Record<Language, () => PlayerStrings | Promise<PlayerStrings>>> = {
  en: () => en,
  de: async () => (await import('./de.ts')).player,
  fr: async () => (await import('./fr.ts')).player,
};

/** What the player of videos says, in the language of this visit: fetched with the first video. */
export const words = await catalogues[language]();
