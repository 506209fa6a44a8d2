import { readdirSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';

export interface FileBelow {
  /** The path within the folder: `signing-secret`, `thumbs/0`. */
  readonly name: string;
  readonly path: string;
  readonly stats: Stats;
}

/**
 * All files and folders below a folder, sorted by name. A server may write there meanwhile: files that are renamed or
 * deleted after they were listed are left out.
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
