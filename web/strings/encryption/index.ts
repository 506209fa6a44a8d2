import type { Language } from '../../state/languages.ts';
import { text } from '../index.ts';
import { isolated } from '../isolated.ts';
import { language } from '../language.ts';
import { encryption, type EncryptionStrings } from './en.ts';

const catalogues: Readonly<Record<Language, () => EncryptionStrings | Promise<EncryptionStrings>>> = {
  en: () => encryption,
  de: async () => (await import('./de.ts')).encryption,
  fr: async () => (await import('./fr.ts')).encryption,
};

/** The strings of encryption, which few pages need. */
export const words = isolated(await catalogues[language]());

// These errors only occur on these pages. Other pages that find the library locked are left without a message.
Object.assign(text.refusals.kinds, words.refusals);
