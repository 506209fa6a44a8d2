import { writeIn } from '../state/format.ts';
import { labelOf, placeInWords, townInWords } from '../state/place-names.ts';
import { languageName } from '../storage-keys.ts';
import { chooseLanguage, localeOf, type Language } from '../state/languages.ts';

/** The language of the page. */
export const language = chooseLanguage(localStorage.getItem(languageName), navigator.languages);

/** The locale of dates and numbers. */
export const locale = localeOf(language, navigator.languages);

writeIn(locale);
document.documentElement.lang = language;

/** The name of a place, such as `Lisbon, Portugal`, in the language of the page. */
export const placeName = (place: string): string => placeInWords(place, language);

/** The name of a town in the language of the page. @param country its English name, if it is known */
export const townName = (town: string, country?: string): string =>
  townInWords(country === undefined ? town : `${town}, ${country}`, language);

/** The name of a town in the language of the page, by the code of its country. */
export const townNameIn = (town: string, code: string): string => townInWords(labelOf(town, code), language);

// The installed app has the same language.
const manifest = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
const alternateLink = document.querySelector<HTMLLinkElement>(`link[rel=alternate][hreflang=${language}]`);
if (manifest && alternateLink) manifest.href = alternateLink.href;

/** Changes the language, and reloads the page. */
export function speak(choice: Language): void {
  localStorage.setItem(languageName, choice);
  location.reload();
}
