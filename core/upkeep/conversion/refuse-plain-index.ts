import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../domain/errors.ts';
import type { LibraryKeys } from '../../encryption/library-keys.ts';
import { isPlainSqlite } from '../../plugin-api/toolkit/index.ts';
import { facesFolder, indexFile, thumbsFolder } from '../../settings/data-folder.ts';
import { convertedOf } from './convert-database.ts';
import { isAuthentic, isSealedFile, type Sealing } from './convert-file.ts';
import { foldersOf, nameOfPicture, picturesIn } from './convert-pictures.ts';

/**
 * Sees that a plain index is not one that somebody has put in the place of an encrypted one, together with an old keyring
 * that says `encrypting`: the index is the first to be encrypted, so that nothing else is while it is plain.
 * @throws StartupError
 */
export async function refusePlainIndex(
  dataDir: string,
  keys: LibraryKeys,
  secret: { file: string; sealing: Sealing },
): Promise<void> {
  const index = indexFile(dataDir);
  // The converted one takes its place, whatever it is.
  if (isPlainSqlite(index) !== true || existsSync(convertedOf(index))) return;
  if ((await isOurs(secret.file, secret.sealing)) || (await hasSealedPicture(dataDir, keys))) {
    throw new StartupError(putThere);
  }
}

const putThere =
  'The index is not encrypted, but what belongs to it is: somebody has put another index or keyring.json in its place. Restore a backup into an empty data folder. Nothing was changed.';

/** Looks at one picture of each folder: a library that was encrypted has no others. */
async function hasSealedPicture(dataDir: string, keys: LibraryKeys): Promise<boolean> {
  const folders = [
    ...(await foldersOf('thumbnails', thumbsFolder(dataDir))),
    ...(await foldersOf('faces', facesFolder(dataDir))),
  ];
  for (const { purpose, path } of folders) {
    const [name] = await picturesIn(path);
    if (name === undefined) continue;
    if (await isOurs(join(path, name), { key: keys.of(purpose), name: nameOfPicture(purpose, name) })) return true;
  }
  return false;
}

/** Whether a file bears a seal of these keys: one of others may be left from before. */
const isOurs = async (file: string, sealing: Sealing): Promise<boolean> =>
  (await isSealedFile(file)) === true && isAuthentic(await readFile(file), sealing);
