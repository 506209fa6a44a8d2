/** Limits: nested folders, characters of one name, and characters of a whole path. */
const deepest = 64;
const longestName = 255;
const longestPath = 2000;

const isName = (name: string): boolean =>
  name !== '' &&
  name !== '.' &&
  name !== '..' &&
  name.length <= longestName &&
  !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(name);

/**
 * The folder of a file, from its path in the store with slashes: `2019/Lisbon` for `2019/Lisbon/a.jpg`, empty for a file at
 * the top level.
 * @returns null for an absolute path, one that leads upwards, or an implausible one
 */
export function folderOf(path: string | undefined): string | null {
  return path === undefined ? null : (namesOf(path)?.slice(0, -1).join('/') ?? null);
}

function namesOf(path: string): string[] | null {
  if (path.length > longestPath) return null;
  // Unicode composition may make a text longer.
  const composed = path.normalize('NFC');
  const names = composed.split('/');
  return composed.length <= longestPath && names.length <= deepest && names.every(isName) ? names : null;
}

/** Parses the path of a folder as typed; `/` and an empty text mean the top level. Null for an invalid path. */
export function parseFolder(path: string): string | null {
  const trimmed = path.replace(/^\/|\/$/g, '');
  return trimmed === '' ? '' : (namesOf(trimmed)?.join('/') ?? null);
}

/**
 * The folder of a filter, as typed. An invalid path gives a folder without photos.
 * @param below whether subfolders are included
 */
export const folderFilter = (path: string, below = true): { readonly path: string; readonly below: boolean } => ({
  path: parseFolder(path) ?? '//',
  below,
});

/** Whether a folder is inside another one, or is the same. */
export const isWithinFolder = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

/** The name of a folder; empty for the top level. */
export const folderName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
