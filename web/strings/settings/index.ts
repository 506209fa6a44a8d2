import { language } from '../language.ts';
import { en, type SettingsStrings } from './en.ts';

/** The sentences of pages that are fetched when somebody goes there. */
export const words: SettingsStrings = language === 'de' ? (await import('./de.ts')).de : en;
