import type { SearchFilter } from '../../../core/http/wire.ts';

/** Quotes, as the server reads them, or a mark that opens or closes none. */
const quotedOrMark = /("[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|»[^«]*«)|["“”„«»]/g;

/** A search text with the words of all filters in quotes, so that they are searched for as text. */
export function quotedWords(asked: string, filters: readonly SearchFilter[]): string {
  // An unpaired quotation mark would pair with the first one that is added here.
  const plain = asked.replace(quotedOrMark, (_mark, quote?: string) => quote ?? ' ');
  let [done, from] = ['', 0];
  for (const { words } of filters) {
    const at = asked.indexOf(words, from);
    if (at < 0) continue;
    const end = at + words.length;
    done += `${plain.slice(from, at)}"${plain.slice(at, end)}"`;
    from = end;
  }
  return done + plain.slice(from);
}
