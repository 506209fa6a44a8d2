import type { DuplicatePhoto } from '../../../core/http/wire.ts';
import { filesOf, type DuplicateGroup } from './duplicates.ts';

/** The beginnings that a spreadsheet would execute as a formula. */
const formula = /^[=+\-@\t\r]/;
/** Characters that would start another cell or line. */
const separators = /[\t\r\n]+/g;

/**
 * CSV of the files that are not kept. Columns: name; bytes; capture time; uid; path of the kept file; whether the photo is
 * archived, which means that a user has decided; and its own path, if folders are known.
 */
export function csvOf(groups: readonly DuplicateGroup[]): string {
  const rows = groups.flatMap((group) => {
    const keptPhoto = group.photos.find(({ uid }) => uid === group.keep);
    return filesOf(group).map((photo) => {
      const { name, size, taken_at_local, uid, archived } = photo;
      const keptPath = keptPhoto ? pathOf(keptPhoto) : '';
      return [name, String(size), timeOf(taken_at_local), uid, keptPath, archived ? 'yes' : 'no', pathOf(photo)];
    });
  });
  const head = ['file', 'bytes', 'taken', 'uid', 'kept', 'archived', 'path'];
  return [head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** The path of a file in the photo store, or its name if the folder is unknown. */
const pathOf = ({ folder, name }: Pick<DuplicatePhoto, 'folder' | 'name'>): string =>
  folder ? `${folder}/${name}` : name;

/** One line per file: path, bytes, capture time and uid, separated by tabs. */
export function linesOf(groups: readonly DuplicateGroup[]): string {
  const line = (path: string, ...rest: unknown[]): string => [path.replaceAll(separators, ' '), ...rest].join('\t');
  return groups
    .flatMap((group) =>
      filesOf(group).map((photo) => line(pathOf(photo), photo.size, timeOf(photo.taken_at_local), photo.uid)),
    )
    .join('\n');
}

/** `2023-08-16 20:12`, which sorts correctly and which spreadsheets recognise. */
const timeOf = (local: string): string => local.slice(0, 16).replace('T', ' ');

function cell(text: string): string {
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
