import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../domain/errors.ts';
import type { LibraryKeys } from '../../encryption/library-keys.ts';
import { isPlainSqlite } from '../../plugin-api/toolkit/index.ts';
import { facesFolder, indexFile, thumbsFolder } from '../../settings/data-folder.ts';
import { newFormOf } from './convert-database.ts';
import { isAuthentic, isSealedFile } from './convert-file.ts';
import { foldersOf, nameOfPicture, picturesIn } from './convert-pictures.ts';

/**
 * Refuses a plain index that replaced an encrypted one, together with an old keyring in the state `encrypting`. The index is
 * encrypted first, so no picture is encrypted while the index is plain.
 * @throws StartupError
 */
export async function refusePlainIndex(dataDir: string, keys: LibraryKeys): Promise<void> {
  const index = indexFile(dataDir);
  // The new form will replace it in any case.
  if (isPlainSqlite(index) !== true || existsSync(newFormOf(index))) return;
  if (await hasSealedPicture(dataDir, keys)) throw new StartupError(putThere);
}

const putThere =
  'The index is not encrypted, but its pictures are: somebody has put another index or keyring.json in its place. Restore a backup into an empty data folder. Nothing was changed.';

/** Checks one picture of each folder: an encrypted library has no plain ones. */
async function hasSealedPicture(dataDir: string, keys: LibraryKeys): Promise<boolean> {
  const folders = [
    ...(await foldersOf('thumbnails', thumbsFolder(dataDir))),
    ...(await foldersOf('faces', facesFolder(dataDir))),
  ];
  for (const { purpose, path } of folders) {
    const [name] = await picturesIn(path);
    if (name === undefined) continue;
    const file = join(path, name);
    // Pictures with other keys may be left from an earlier library.
    const sealing = { key: keys.of(purpose), name: nameOfPicture(purpose, name) };
    if ((await isSealedFile(file)) === true && isAuthentic(await readFile(file), sealing)) return true;
  }
  return false;
}
