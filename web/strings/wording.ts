import type { Wording } from '../../core/http/wire.ts';
import { language } from './language.ts';

/** Words of a plugin in the language of this visit, else in English. */
export function wordsOf(wording: Wording): string {
  return typeof wording === 'string' ? wording : (wording[language] ?? wording.en);
}
