import type { SearchFilter } from '../../../core/http/wire.ts';

/** Quotes, as the server reads them, or a mark that opens or closes none. */
const quotedOrMark = /("[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|»[^«]*«)|["“”„«»]/g;

/** A search text with the words of all filters in quotes, so that they are searched for as text. */
export function quotedWords(query: string, filters: readonly SearchFilter[]): string {
  // An unpaired quotation mark would pair with the first one that is added here.
  const plain = query.replace(quotedOrMark, (_mark, quote?: string) => quote ?? ' ');
  let [quoted, from] = ['', 0];
  for (const { words } of filters) {
    const at = query.indexOf(words, from);
    if (at < 0) continue;
    const end = at + words.length;
    quoted += `${plain.slice(from, at)}"${plain.slice(at, end)}"`;
    from = end;
  }
  return quoted + plain.slice(from);
}
