import type { Language } from '../../state/languages.ts';
import { text } from '../index.ts';
import { language } from '../language.ts';
import { albums as en, type AlbumsStrings } from './en.ts';

const catalogues: Readonly<Record<Language, () => AlbumsStrings | Promise<AlbumsStrings>>> = {
  en: () => en,
  de: async () => (await import('./de.ts')).albums,
  fr: async () => (await import('./fr.ts')).albums,
};

/** What the dialogs about albums say, in the language of this visit: fetched with the first of them. */
export const words = await catalogues[language]();

// No other page meets its refusals.
Object.assign(text.refusals.kinds, words.refusals);
