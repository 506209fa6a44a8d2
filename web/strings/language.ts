import { writeIn } from '../state/format.ts';
import { chooseLanguage, localeOf } from '../state/languages.ts';

export const languageKey = 'photofinch.language';

/** The language of this visit. */
export const language = chooseLanguage(localStorage.getItem(languageKey), navigator.languages);

/** How this visit writes dates and numbers. */
export const locale = localeOf(language, navigator.languages);

writeIn(locale);
document.documentElement.lang = language;
