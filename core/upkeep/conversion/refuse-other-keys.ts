import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { keyringMissing, looksEncrypted, openDatabase } from '../../db/open.ts';
import { StartupError } from '../../domain/errors.ts';
import type { LibraryKeys } from '../../encryption/library-keys.ts';
import { isDamage, isPlainSqlite } from '../../plugin-api/toolkit/index.ts';
import { indexFile } from '../../settings/data-folder.ts';
import { convertedOf, oldOf } from './convert-database.ts';
import { isAuthentic, isSealedFile, newOf, type Sealing } from './convert-file.ts';

/**
 * Sees that what is encrypted already is so with these keys: with others, all pictures would pass for damaged, and go.
 * @throws StartupError
 */
export async function refuseOtherKeys(
  dataDir: string,
  keys: LibraryKeys,
  secret: { file: string; sealing: Sealing },
): Promise<void> {
  const index = indexFile(dataDir);
  // A kill between two renamings leaves the index under two other names.
  for (const file of existsSync(index) ? [index] : [convertedOf(index), oldOf(index)]) {
    if (isPlainSqlite(file) === false && !opens(file, keys)) throw new StartupError(otherKeys);
  }
  // One that is overwritten already has its successor beside it.
  const isOverwritten = existsSync(secret.file) && (await readFile(secret.file)).every((byte) => byte === 0);
  const file = isOverwritten ? newOf(secret.file) : secret.file;
  if ((await isSealedFile(file)) && !isAuthentic(await readFile(file), secret.sealing)) {
    throw new StartupError(damagedSecret);
  }
}

/**
 * Sees that nothing is encrypted where there is no keyring: a new one would have other keys.
 * @throws StartupError
 */
export function refuseLostKeyring(dataDir: string): void {
  const index = indexFile(dataDir);
  const lost = [index, convertedOf(index), oldOf(index)].find(looksEncrypted);
  if (lost !== undefined) throw new StartupError(keyringMissing(lost));
}

const otherKeys =
  'The index cannot be opened with these keys: they are those of another library, or the index is damaged. Nothing was changed.';
const damagedSecret =
  'The file signing-secret in the data folder is damaged, or another library’s: bring it back from a copy, or remove it and a new one is made (two-factor sign-in has then to be set up again). Nothing was changed.';

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
