import { opendir } from 'node:fs/promises';
import { StoreError } from '../../driver.ts';
import { isAbsence, isForbidden, storeErrorOf, type StoreFiles } from '../store-files.ts';
import { below, type StoredFolder, type StoredName, type StoreLayout } from '../walk.ts';
import { beginningOf, type Beginning } from './contents.ts';
import type { CryptKeys } from './keys.ts';
import type { NameSettings } from './names.ts';

const maxNames = 64;
const maxFolders = 16;
const maxFiles = 4;

export interface KeyCheckOptions {
  readonly layout: StoreLayout;
  readonly nameSettings: NameSettings;
  readonly keys: CryptKeys;
  readonly dataEncrypted: boolean;
}

/** A sample of encrypted names: the number that decrypted, and the number that did not. */
interface NameSample {
  /** Handles of files whose names decrypted. */
  readonly fittingFiles: string[];
  fitting: number;
  unfitting: number;
}

/**
 * Checks the key with some names and with the first blocks of some files. A store with nothing to check passes.
 * @throws StoreError `wrong_key`, `unsupported` if contents are not encrypted as configured, `unreachable`
 */
export async function checkKey(options: KeyCheckOptions, signal: AbortSignal): Promise<void> {
  const { fitting, fittingFiles, unfitting } = await sampleNames(options, signal);
  if (unfitting > 0 && fitting === 0) {
    throw new StoreError(
      'wrong_key',
      'None of the names in the store decrypts: the password, the salt or the settings for names are not those of the store.',
    );
  }
  // With a wrong key, one encrypted name in ten million seems to decrypt; obfuscated and plain names do with many keys.
  const namesTell = options.nameSettings.fileNames === 'standard' && fitting > 0;
  await checkContents({ ...options, namesTell }, fittingFiles, signal);
}

async function sampleNames({ layout, nameSettings }: KeyCheckOptions, signal: AbortSignal): Promise<NameSample> {
  const foldersTell = nameSettings.fileNames !== 'off' && nameSettings.folderNames;
  const sample: NameSample = { fittingFiles: [], fitting: 0, unfitting: 0 };
  const folders: StoredFolder[] = [{ handle: '', path: '' }];
  // The array grows during the loop: subfolders are appended.
  for (const folder of folders) {
    if (sample.fitting + sample.unfitting >= maxNames) break;
    signal.throwIfAborted();
    const stored = await firstNames(layout.files, folder.handle);
    const { plain, unreadable } = await layout.plainNames(folder, stored);
    sample.unfitting += unreadable;
    for (const { name, isFolder } of stored) {
      const plainName = plain.get(name);
      if (plainName === undefined) continue;
      const handle = below(folder.handle, name);
      if (!isFolder || foldersTell) sample.fitting += 1;
      if (!isFolder) sample.fittingFiles.push(handle);
      else if (folders.length < maxFolders) folders.push({ handle, path: plainName });
    }
  }
  return sample;
}

/** The first names of a folder; empty for a folder that is missing or unreadable. */
async function firstNames(files: StoreFiles, handle: string): Promise<StoredName[]> {
  const names: StoredName[] = [];
  try {
    for await (const entry of await opendir(files.locate(handle))) {
      if (entry.isDirectory() || entry.isFile()) names.push({ name: entry.name, isFolder: entry.isDirectory() });
      if (names.length >= maxNames) break;
    }
  } catch (error) {
    if (!isAbsence(error) && !isForbidden(error)) throw storeErrorOf(error);
  }
  return names;
}

async function checkContents(
  { layout, keys, dataEncrypted, namesTell }: KeyCheckOptions & { readonly namesTell: boolean },
  handles: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const counts = { opens: 0, closed: 0, plain: 0 };
  for (const handle of handles) {
    signal.throwIfAborted();
    const beginning = await beginningIn(layout.files, handle, keys);
    if (beginning === (dataEncrypted ? 'opens' : 'plain')) return;
    if (beginning !== undefined) counts[beginning] += 1;
    if (counts.opens + counts.closed + counts.plain >= maxFiles) break;
  }
  if (!dataEncrypted && counts.opens + counts.closed > 0) {
    throw new StoreError(
      'unsupported',
      'The files of the store are encrypted: unset RCLONE_CRYPT_NO_DATA_ENCRYPTION, or no_data_encryption of the remote.',
    );
  }
  if (counts.closed > 0) {
    // The names prove that the key is correct, so the files are damaged.
    if (namesTell) return;
    throw new StoreError(
      'wrong_key',
      'None of the files that were tried decrypts: the password or the salt is not that of the store.',
    );
  }
  // A single file may be damaged at its beginning.
  if (counts.plain > 1) {
    throw new StoreError(
      'unsupported',
      'The files of the store are not encrypted by rclone: check BRIDGE_STORE, or set RCLONE_CRYPT_NO_DATA_ENCRYPTION if only names are.',
    );
  }
}

/**
 * Undefined if the file has too little content, or cannot be read: a disk error in one file of a store that can be listed is
 * no failure of the store.
 * @throws StoreError `unreachable`
 */
async function beginningIn(files: StoreFiles, handle: string, keys: CryptKeys): Promise<Beginning | undefined> {
  try {
    const file = await files.open(handle);
    try {
      return await beginningOf(file, keys.data);
    } finally {
      await file.close();
    }
  } catch (error) {
    const failure = storeErrorOf(error);
    if (!(failure instanceof StoreError)) throw failure;
    if (failure.code === 'not_found' || isForbidden(failure.cause)) return undefined;
    if (failure.code === 'unreachable' && (await files.canBeListed())) return undefined;
    throw failure;
  }
}
