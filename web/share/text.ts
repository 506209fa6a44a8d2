import type { PlayerWords } from '../components/video/player-words.ts';
import { chooseLanguage, localeOf } from '../state/languages.ts';
import { isolated } from '../strings/isolated.ts';
import { player as dePlayer } from '../strings/player/de.ts';
import { playing as dePlaying } from '../strings/playing/de.ts';
import { shared as de } from '../strings/shared/de.ts';
import { player as enPlayer } from '../strings/player/en.ts';
import { playing as enPlaying } from '../strings/playing/en.ts';
import { shared as en } from '../strings/shared/en.ts';
import { player as frPlayer } from '../strings/player/fr.ts';
import { playing as frPlaying } from '../strings/playing/fr.ts';
import { shared as fr } from '../strings/shared/fr.ts';

/** The browser's language: guests have not chosen one, and nothing is stored about their visit. */
export const language = chooseLanguage(null, navigator.languages);
document.documentElement.lang = language;

export const text = isolated({ en, de, fr }[language]);

/** The locale of dates. */
export const locale = localeOf(language, navigator.languages);

/** The strings of the video player. */
export const player: PlayerWords = {
  ...{ en: enPlayer, de: dePlayer, fr: frPlayer }[language],
  ...{ en: enPlaying, de: dePlaying, fr: frPlaying }[language],
  locale,
};
