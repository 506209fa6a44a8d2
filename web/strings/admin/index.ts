import { language } from '../language.ts';
import { en, type AdminStrings } from './en.ts';

/** The sentences of pages that are fetched when somebody goes there. */
export const words: AdminStrings = language === 'de' ? (await import('./de.ts')).de : en;
