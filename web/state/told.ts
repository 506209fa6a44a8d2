import type { Told } from '../../core/http/wire.ts';
import { fileSize, momentInTime } from './format.ts';

/** The server's own way to write a moment. */
const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/;

/** The server's own way to write how much space there is. */
const size = /^(\d+(?:\.\d+)?) (bytes|KB|MB|GB|TB)$/;
const units: Readonly<Record<string, number>> = { bytes: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/**
 * What the server says, in the language of the page.
 * @param said the server's own, English words
 * @param words `{x}` stands for what a sentence is about; null where the page is English itself
 */
export function inWords(
  said: string,
  told: readonly Told[],
  words: Readonly<Record<string, string>> | null,
  between = ' ',
): string {
  if (words === null) return said;
  // The server may be newer than the page.
  const sentences = told.map(({ kind, about }) =>
    (words[kind] ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) => written(about[name] ?? '')),
  );
  return sentences.length > 0 && !sentences.includes('') ? sentences.join(between) : said;
}

function written(what: string): string {
  if (moment.test(what)) return momentInTime(Date.parse(what.replace(' UTC', 'Z').replace(' ', 'T')) / 1000);
  const [, number, unit = ''] = size.exec(what) ?? [];
  return number === undefined ? what : fileSize(Number(number) * (units[unit] ?? 1));
}
