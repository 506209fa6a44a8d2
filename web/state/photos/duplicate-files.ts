import type { DuplicatePhoto } from '../../../core/http/wire.ts';
import { filesOf, type DuplicateGroup } from './duplicates.ts';

/** What a spreadsheet would take for a formula, and run. */
const formula = /^[=+\-@\t\r]/;
/** What would begin another cell or line. */
const separators = /[\t\r\n]+/g;

/**
 * The files that do not stay, as a table for spreadsheets: name, bytes, when it was taken, by which it is found in
 * the store, uid, the path of the one that stays, whether somebody has archived it, so has decided, and its own path, as
 * far as folders are known.
 */
export function csvOf(groups: readonly DuplicateGroup[]): string {
  const rows = groups.flatMap((group) => {
    const kept = group.photos.find(({ uid }) => uid === group.keep);
    return filesOf(group).map((photo) => {
      const { name, size, taken_at_local, uid, archived } = photo;
      const keptAs = kept ? pathOf(kept) : '';
      return [name, String(size), timeOf(taken_at_local), uid, keptAs, archived ? 'yes' : 'no', pathOf(photo)];
    });
  });
  const head = ['file', 'bytes', 'taken', 'uid', 'kept', 'archived', 'path'];
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Where a file lies in the photo store, or its name where that is not known. */
const pathOf = ({ folder, name }: Pick<DuplicatePhoto, 'folder' | 'name'>): string =>
  folder ? `${folder}/${name}` : name;

/** Path, bytes, capture time and uid of each, a line each, with tabs between them. */
export function linesOf(groups: readonly DuplicateGroup[]): string {
  const line = (path: string, ...rest: unknown[]): string => [path.replaceAll(separators, ' '), ...rest].join('\t');
  return groups
    .flatMap((group) =>
      filesOf(group).map((photo) => line(pathOf(photo), photo.size, timeOf(photo.taken_at_local), photo.uid)),
    )
    .join('\n');
}

/** `2023-08-16 20:12`, which sorts, and which spreadsheets know. */
const timeOf = (local: string): string => local.slice(0, 16).replace('T', ' ');

function cell(text: string): string {
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
