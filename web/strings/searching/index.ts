import { language } from '../language.ts';
import { searching as en, type SearchingStrings } from './en.ts';

/** What is said about searches, in the language of this visit: fetched with the first of its parts. */
export const words: SearchingStrings = language === 'de' ? (await import('./de.ts')).searching : en;
