import { de } from '../../web/strings/de.ts';
import { en } from '../../web/strings/en.ts';
import { fr } from '../../web/strings/fr.ts';
import { de as adminDe } from '../../web/strings/admin/de.ts';
import { en as adminEn } from '../../web/strings/admin/en.ts';
import { fr as adminFr } from '../../web/strings/admin/fr.ts';
import { de as settingsDe } from '../../web/strings/settings/de.ts';
import { en as settingsEn } from '../../web/strings/settings/en.ts';
import { fr as settingsFr } from '../../web/strings/settings/fr.ts';

const mark = '§';

/** The sentences of a catalogue, with a mark for each parameter. */
function sentencesOf(catalogue: object): string[] {
  return Object.values(catalogue).flatMap((value: unknown) => {
    if (typeof value === 'string') return [value];
    if (typeof value === 'object') return value === null ? [] : sentencesOf(value);
    if (typeof value !== 'function') return [];
    const say = value as (...about: unknown[]) => unknown;
    // Sentences about refused requests contain no marks.
    return [say(mark, mark, mark), say(1, 1, 1), say({ detail: mark, retryAfter: 60 }, mark)].map(String);
  });
}

const plain = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Sentences that another language has as well do not count as English. */
const shared = new Set([de, fr, adminDe, adminFr, settingsDe, settingsFr].flatMap(sentencesOf));
const own = [en, adminEn, settingsEn]
  .flatMap(sentencesOf)
  .filter((sentence) => !shared.has(sentence) && /[a-z]{3}/i.test(sentence.replaceAll(mark, '')))
  .filter((sentence) => !sentence.includes('object Object'));

/** Matches the sentences of the English catalogue, whatever their parameters. */
export const english = new RegExp(
  `^(?:${own.map((sentence) => plain(sentence).replaceAll(mark, '.+?')).join('|')})$`,
  'su',
);
