import { restOf, type DuplicateGroup } from './duplicates.ts';

/** What a spreadsheet would take for a formula, and run. */
const formula = /^[=+\-@\t\r]/;

/** The files that do not stay, as a table for spreadsheets: name, bytes, uid, and the name of the one that stays. */
export function csvOf(groups: readonly DuplicateGroup[]): string {
  const rows = groups.flatMap((group) => {
    const kept = group.photos.find(({ uid }) => uid === group.keep)?.name ?? '';
    return restOf(group).map(({ name, size, uid }) => [name, String(size), uid, kept]);
  });
  return [['file', 'bytes', 'uid', 'kept'], ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Their names alone, a line each. */
export function namesOf(groups: readonly DuplicateGroup[]): string {
  return groups.flatMap((group) => restOf(group).map(({ name }) => name)).join('\n');
}

function cell(text: string): string {
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
