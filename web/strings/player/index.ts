import type { Language } from '../../state/languages.ts';
import { isolated } from '../isolated.ts';
import { language } from '../language.ts';
import { player as en, type PlayerStrings } from './en.ts';

const catalogues: Readonly<Record<Language, () => PlayerStrings | Promise<PlayerStrings>>> = {
  en: () => en,
  de: async () => (await import('./de.ts')).player,
  fr: async () => (await import('./fr.ts')).player,
};

/** The strings of the video player, loaded with the first video. */
export const words = isolated(await catalogues[language]());
