import { readdirSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';

export interface FileBelow {
  /** Below the folder: `signing-secret`, `thumbs/0`. */
  readonly name: string;
  readonly path: string;
  readonly stats: Stats;
}

/**
 * Everything below a folder, folders as well, by name. A server may write there meanwhile: what is renamed or deleted
 * between listing it and looking at it is left out.
 */
export function filesBelow(folder: string): FileBelow[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .flatMap((name) => {
      const path = join(folder, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats ? [{ name, path, stats }] : [];
    });
}
