import { chooseLanguage } from '../state/languages.ts';

export const languageKey = 'photofinch.language';

/** The language of this visit. */
export const language = chooseLanguage(localStorage.getItem(languageKey), navigator.languages);

document.documentElement.lang = language;
