/** Folders below each other, and characters of one name and of a whole path. */
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
 * The folder of a file, by its path in the store with slashes: `2019/Lisbon` for `2019/Lisbon/a.jpg`, empty for a file
 * in no folder.
 * @returns null for an absolute path, one that leads upwards, or one that no store would have
 */
export function folderOf(path: string | undefined): string | null {
  return path === undefined ? null : (namesOf(path)?.slice(0, -1).join('/') ?? null);
}

function namesOf(path: string): string[] | null {
  if (path.length > longestPath) return null;
  // Composing may make a text longer.
  const composed = path.normalize('NFC');
  const names = composed.split('/');
  return composed.length <= longestPath && names.length <= deepest && names.every(isName) ? names : null;
}

/**
 * The path of a folder as people write it: `/` and an empty text are the top. Null for a text that is no path of a
 * folder.
 */
export function askedFolder(path: string): string | null {
  const trimmed = path.replace(/^\/|\/$/g, '');
  return trimmed === '' ? '' : (namesOf(trimmed)?.join('/') ?? null);
}

/**
 * The folder of a filter, as people write it. A text that is no path names a folder without photos.
 * @param below whether the folders below it count
 */
export const folderAsked = (path: string, below = true): { readonly path: string; readonly below: boolean } => ({
  path: askedFolder(path) ?? '//',
  below,
});

/** Whether a folder lies in another, or is it. */
export const isWithinFolder = (path: string, folder: string): boolean =>
  folder === '' || path === folder || path.startsWith(`${folder}/`);

/** The name of a folder; empty for the top. */
export const folderName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
