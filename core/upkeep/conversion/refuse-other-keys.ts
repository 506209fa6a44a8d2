import { existsSync } from 'node:fs';
import { openDatabase } from '../../db/open.ts';
import { StartupError } from '../../domain/errors.ts';
import type { LibraryKeys } from '../../encryption/library-keys.ts';
import { isDamage, isPlainSqlite } from '../../plugin-api/toolkit/index.ts';
import { indexFile } from '../../settings/data-folder.ts';
import { newFormOf, oldFormOf } from './convert-database.ts';

/**
 * Refuses keys that do not open the encrypted index. With wrong keys, all pictures would seem damaged and would be removed.
 * @throws StartupError
 */
export function refuseOtherKeys(dataDir: string, keys: LibraryKeys): void {
  const index = indexFile(dataDir);
  // After a kill between two renames, the index has one of two other names.
  for (const file of existsSync(index) ? [index] : [newFormOf(index), oldFormOf(index)]) {
    if (isPlainSqlite(file) === false && !opens(file, keys)) throw new StartupError(otherKeys);
  }
}

const otherKeys =
  'The index cannot be opened with these keys: they are those of another library, or the index is damaged. Nothing was changed.';

function opens(file: string, keys: LibraryKeys): boolean {
  try {
    const db = openDatabase(file, { readonly: true, encryption: keys.index });
    try {
      db.prepare('SELECT count(*) FROM sqlite_schema').get();
      return true;
    } finally {
      db.close();
    }
  } catch (error) {
    if (error instanceof StartupError || isDamage(error)) return false;
    throw error;
  }
}
