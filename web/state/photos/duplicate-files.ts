import { filesOf, type DuplicateGroup } from './duplicates.ts';

/** What a spreadsheet would take for a formula, and run. */
const formula = /^[=+\-@\t\r]/;
/** What would begin another cell or line. */
const separators = /[\t\r\n]+/g;

/**
 * The files that do not stay, as a table for spreadsheets: name, bytes, uid, the name of the one that stays, and whether
 * somebody has archived it, so has decided.
 */
export function csvOf(groups: readonly DuplicateGroup[]): string {
  const rows = groups.flatMap((group) => {
    const kept = group.photos.find(({ uid }) => uid === group.keep)?.name ?? '';
    return filesOf(group).map(({ name, size, uid, archived }) => {
      return [name, String(size), uid, kept, archived ? 'yes' : 'no'];
    });
  });
  const head = ['file', 'bytes', 'uid', 'kept', 'archived'];
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Name, bytes and uid of each, a line each, with tabs between them. */
export function linesOf(groups: readonly DuplicateGroup[]): string {
  const line = (name: string, ...rest: unknown[]): string => [name.replaceAll(separators, ' '), ...rest].join('\t');
  return groups.flatMap((group) => filesOf(group).map(({ name, size, uid }) => line(name, size, uid))).join('\n');
}

function cell(text: string): string {
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
