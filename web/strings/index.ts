import { language } from './language.ts';
import { en, type Strings } from './en.ts';

/** The sentences of the page in the language of this visit; another language begins with a reload. */
export const text: Strings = language === 'de' ? (await import('./de.ts')).de : en;
