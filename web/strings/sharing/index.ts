import type { Language } from '../../state/languages.ts';
import { isolated } from '../isolated.ts';
import { language } from '../language.ts';
import { sharing, type SharingStrings } from './en.ts';

const catalogues: Readonly<Record<Language, () => SharingStrings | Promise<SharingStrings>>> = {
  en: () => sharing,
  de: async () => (await import('./de.ts')).sharing,
  fr: async () => (await import('./fr.ts')).sharing,
};

/** The strings of share links. */
export const words = isolated(await catalogues[language]());
