import type { Sentence } from '../../core/http/wire.ts';
import { fileSize, momentInTime } from './format.ts';

/** The server's format of points in time. */
const moment = /^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/;

/** The server's format of sizes. */
const size = /^(\d+(?:\.\d+)?) (bytes|KB|MB|GB|TB)$/;
const units: Readonly<Record<string, number>> = { bytes: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/**
 * A message of the server in the language of the page.
 * @param english the server's English text
 * @param words templates by kind, in which `{x}` is a placeholder; null if the page is in English
 */
export function inWords(
  english: string,
  details: readonly Sentence[],
  words: Readonly<Record<string, string>> | null,
  between = ' ',
): string {
  if (words === null) return english;
  // A newer server may send kinds that the page does not know; the English text is used then.
  const sentences = details.map(({ kind, about }) =>
    (words[kind] ?? '').replaceAll(/\{(\w+)\}/g, (_, name: string) => formatValue(about[name] ?? '')),
  );
  return sentences.length > 0 && !sentences.includes('') ? sentences.join(between) : english;
}

function formatValue(value: string): string {
  if (moment.test(value)) return momentInTime(Date.parse(value.replace(' UTC', 'Z').replace(' ', 'T')) / 1000);
  const [, number, unit = ''] = size.exec(value) ?? [];
  return number === undefined ? value : fileSize(Number(number) * (units[unit] ?? 1));
}
