import type { Language } from '../../state/languages.ts';
import { text } from '../index.ts';
import { isolated } from '../isolated.ts';
import { language } from '../language.ts';
import { albums as en, type AlbumsStrings } from './en.ts';

const catalogues: Readonly<Record<Language, () => AlbumsStrings | Promise<AlbumsStrings>>> = {
  en: () => en,
  de: async () => (await import('./de.ts')).albums,
  fr: async () => (await import('./fr.ts')).albums,
};

/** The strings of the dialogs about albums, loaded with the first of them. */
export const words = isolated(await catalogues[language]());

// These errors only occur on these pages.
Object.assign(text.refusals.kinds, words.refusals);
