import type { Refused } from '../api/errors.ts';
import { storedText } from '../browser.ts';
import { languageName } from '../storage-keys.ts';
import { chooseLanguage } from '../state/languages.ts';
import type { Way } from '../state/server/locked-library.ts';
import { unlock as de } from '../strings/unlock/de.ts';
import { unlock as en } from '../strings/unlock/en.ts';
import { unlock as fr } from '../strings/unlock/fr.ts';

/** The language chosen in the app, or else the browser's. */
const language = chooseLanguage(storedText(languageName).read(), navigator.languages);
document.documentElement.lang = language;

export const text = { en, de, fr }[language];

/** Formats a fraction as a percentage. */
export const percent = new Intl.NumberFormat(language, { style: 'percent' });

/** The message for a key that did not unlock the library; null to show the server's own. */
export function inWords({ kind, retryAfter }: Refused, way: Way): string | null {
  if (kind === 'wrong_unlock_key' || kind === 'bad_input') return text.wrong[way];
  if (kind === 'keyring_changed' || kind === 'keyring_missing' || kind === 'keyring_damaged') return text.keyring[kind];
  if (kind !== 'too_many_attempts') return null;
  return retryAfter === null ? text.soon : text.tooOften(Math.ceil(retryAfter / 60));
}
