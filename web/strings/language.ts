import { writeIn } from '../state/format.ts';
import { placeInWords } from '../state/countries.ts';
import { languageName } from '../storage-keys.ts';
import { chooseLanguage, localeOf, type Language } from '../state/languages.ts';

/** The language of the page. */
export const language = chooseLanguage(localStorage.getItem(languageName), navigator.languages);

/** The locale of dates and numbers. */
export const locale = localeOf(language, navigator.languages);

writeIn(locale);
document.documentElement.lang = language;

/** The name of a place, with its country in the language of the page. */
export const placeName = (place: string): string => placeInWords(place, language);
// The installed app has the same language.
const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
const alternateLink = document.querySelector<HTMLLinkElement>(`link[rel=alternate][hreflang=${language}]`);
if (manifest && alternateLink) manifest.href = alternateLink.href;

/** Changes the language, and reloads the page. */
export function speak(choice: Language): void {
  localStorage.setItem(languageName, choice);
  location.reload();
}
