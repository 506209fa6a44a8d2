import { chooseLanguage, localeOf } from '../state/languages.ts';
import { shared as de } from '../strings/shared/de.ts';
import { shared as en } from '../strings/shared/en.ts';
import { shared as fr } from '../strings/shared/fr.ts';

/** The browser's language: guests have chosen none here, and nothing is kept of their visit. */
export const language = chooseLanguage(null, navigator.languages);
document.documentElement.lang = language;

export const text = { en, de, fr }[language];

/** How this visit writes dates. */
export const locale = localeOf(language, navigator.languages);
