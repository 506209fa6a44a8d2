import type { Language } from '../../state/languages.ts';
import { text } from '../index.ts';
import { language } from '../language.ts';
import { encryption, type EncryptionStrings } from './en.ts';

const catalogues: Readonly<Record<Language, () => EncryptionStrings | Promise<EncryptionStrings>>> = {
  en: () => encryption,
  de: async () => (await import('./de.ts')).encryption,
  fr: async () => (await import('./fr.ts')).encryption,
};

/** The sentences of encryption, which few pages need. */
export const words = await catalogues[language]();

// Nobody else meets its refusals. A page that does not have them, and finds the library locked, goes and says nothing.
Object.assign(text.refusals.kinds, words.refusals);
