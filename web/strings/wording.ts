import type { Wording } from '../../core/http/wire.ts';
import { language } from './language.ts';

/** A plugin's text in the language of the page, or else in English. */
export function wordsOf(wording: Wording): string {
  return typeof wording === 'string' ? wording : (wording[language] ?? wording.en);
}
