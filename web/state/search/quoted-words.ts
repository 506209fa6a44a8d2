import type { SearchFilter } from '../../../core/http/wire.ts';

/** A search text with the words of all filters in quotes, so that they are searched for as text. */
export function quotedWords(asked: string, filters: readonly SearchFilter[]): string {
  let [done, rest] = ['', asked];
  for (const { words } of filters) {
    const at = rest.indexOf(words);
    if (at < 0) continue;
    done += `${rest.slice(0, at)}"${words}"`;
    rest = rest.slice(at + words.length);
  }
  return done + rest;
}
