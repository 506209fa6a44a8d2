import { writeIn } from '../state/format.ts';
import { placeInWords } from '../state/countries.ts';
import { languageName } from '../kept-names.ts';
import { chooseLanguage, localeOf, type Language } from '../state/languages.ts';

/** The language of this visit. */
export const language = chooseLanguage(localStorage.getItem(languageName), navigator.languages);

/** How this visit writes dates and numbers. */
export const locale = localeOf(language, navigator.languages);

writeIn(locale);
document.documentElement.lang = language;

/** The name of a place, with its country in the language of this visit. */
export const placeName = (place: string): string => placeInWords(place, language);
// As an app it is installed in this language, too.
const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
const ofLanguage = document.querySelector<HTMLLinkElement>(`link[rel=alternate][hreflang=${language}]`);
if (manifest && ofLanguage) manifest.href = ofLanguage.href;

/** The page begins anew in another language. */
export function speak(chosen: Language): void {
  localStorage.setItem(languageName, chosen);
  location.reload();
}
