import { StoreError } from '../../driver.ts';
import { firstBlockOpens } from './contents.ts';
import type { CryptKeys } from './keys.ts';
import { decryptedNames, type DecryptedName } from './listing.ts';
import type { NameDecryption, NameSettings } from './names.ts';
import { storeErrorOf, type StoreFiles } from './store-files.ts';

const mostNames = 64;
const mostFolders = 16;
const mostFiles = 4;

export interface KeyCheckOptions {
  readonly files: StoreFiles;
  readonly names: NameDecryption;
  readonly nameSettings: NameSettings;
  readonly keys: CryptKeys;
  readonly dataEncrypted: boolean;
}

/**
 * Looks at a few names, and at the beginning of a few files where names alone cannot tell. A store without files that
 * could tell passes.
 * @throws StoreError `wrong_key`, `unreachable`
 */
export async function checkKey(options: KeyCheckOptions, signal: AbortSignal): Promise<void> {
  const { fitting, unfitting } = await sampleNames(options, signal);
  if (unfitting > 0 && fitting.length === 0) {
    throw new StoreError(
      'wrong_key',
      'None of the names in the store decrypts: the password, the salt or the settings for names are not those of the store.',
    );
  }
  // A wrong key makes one name in ten million look right; rotations and plain names look right with many keys.
  const namesTell = options.nameSettings.fileNames === 'standard' && fitting.length > 0;
  if (namesTell || !options.dataEncrypted) return;
  await checkContents(options, fitting, signal);
}

/** Names that the key or the settings had to fit, and how many of those did not. */
async function sampleNames(
  { files, names, nameSettings }: KeyCheckOptions,
  signal: AbortSignal,
): Promise<{ fitting: DecryptedName[]; unfitting: number }> {
  const foldersTell = nameSettings.fileNames !== 'off' && nameSettings.folderNames;
  const fitting: DecryptedName[] = [];
  let unfitting = 0;
  const folders: { handle: string; path: string }[] = [{ handle: '', path: '' }];
  for (let read = 0; read < mostFolders && fitting.length + unfitting < mostNames; read += 1) {
    const folder = folders.shift();
    if (folder === undefined) break;
    for await (const name of decryptedNames(files, names, folder, signal)) {
      if (name === undefined) unfitting += 1;
      else if (!name.isFolder || foldersTell) fitting.push(name);
      if (name?.isFolder === true && folders.length < mostFolders) folders.push(name);
      if (fitting.length + unfitting >= mostNames) break;
    }
  }
  return { fitting, unfitting };
}

async function checkContents(
  { files, keys }: KeyCheckOptions,
  names: readonly DecryptedName[],
  signal: AbortSignal,
): Promise<void> {
  const opened: boolean[] = [];
  for (const { handle, isFolder } of names) {
    if (isFolder || opened.length >= mostFiles) continue;
    signal.throwIfAborted();
    const opens = await beginningOpens(files, handle, keys);
    if (opens === true) return;
    if (opens === false) opened.push(false);
  }
  if (opened.length === 0) return;
  throw new StoreError(
    'wrong_key',
    'None of the files that were tried decrypts: the password or the salt is not that of the store.',
  );
}

/** Undefined when the file cannot tell, or has gone. */
async function beginningOpens(files: StoreFiles, handle: string, keys: CryptKeys): Promise<boolean | undefined> {
  try {
    const file = await files.open(handle);
    try {
      return await firstBlockOpens(file, keys.data);
    } finally {
      await file.close();
    }
  } catch (error) {
    const known = storeErrorOf(error);
    if (known instanceof StoreError && known.code === 'not_found') return undefined;
    throw known;
  }
}
