import type { Language } from '../../state/languages.ts';
import { isolated } from '../isolated.ts';
import { language } from '../language.ts';
import { calendar as en, type CalendarStrings } from './en.ts';

const catalogues: Readonly<Record<Language, () => CalendarStrings | Promise<CalendarStrings>>> = {
  en: () => en,
  de: async () => (await import('./de.ts')).calendar,
  fr: async () => (await import('./fr.ts')).calendar,
};

/** The strings of the calendar, loaded with it. */
export const words = isolated(await catalogues[language]());
