import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { StoreError, type ListingReport, type StoreEntry } from '../../driver.ts';
import { hidesFolder, isIgnored } from '../listing-rules.ts';
import { plainSize } from './contents.ts';
import type { NameDecryption } from './names.ts';
import { isAbsence, type StoreFiles } from './store-files.ts';

/** A folder of the store: its path as it lies there, and as people know it. */
interface Folder {
  readonly handle: string;
  readonly path: string;
}

export interface DecryptedName extends Folder {
  readonly isFolder: boolean;
}

const statsAtOnce = 32;

export interface ListingOptions {
  readonly files: StoreFiles;
  readonly names: NameDecryption;
  readonly dataEncrypted: boolean;
}

/** Keeps the names of one folder in memory, and the folders still to read. */
export async function* listStore(
  { files, names, dataEncrypted }: ListingOptions,
  report: ListingReport,
  signal: AbortSignal,
): AsyncGenerator<StoreEntry> {
  const waiting: Folder[] = [{ handle: '', path: '' }];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const found: DecryptedName[] = [];
    let hidden = false;
    for await (const name of decryptedNames(files, names, folder, signal)) {
      if (name === undefined) report.unreadableNames += 1;
      else if (hidesFolder(baseName(name.path))) hidden = true;
      else if (!isIgnored(baseName(name.path))) found.push(name);
    }
    if (hidden) continue;
    waiting.push(...found.filter((each) => each.isFolder));
    const inIt = found.filter((each) => !each.isFolder);
    for (let at = 0; at < inIt.length; at += statsAtOnce) {
      signal.throwIfAborted();
      const batch = inIt.slice(at, at + statsAtOnce);
      const entries = await Promise.all(batch.map((each) => entryOf(files, each, dataEncrypted)));
      for (const entry of entries) if (entry !== undefined) yield entry;
    }
  }
}

/**
 * Files and folders of one folder; undefined for a name that does not decrypt. A folder below the root that is gone is
 * an empty one: it was there when its parent was read.
 * @throws StoreError `unreachable`
 */
export async function* decryptedNames(
  files: StoreFiles,
  names: NameDecryption,
  folder: Folder,
  signal: AbortSignal,
): AsyncGenerator<DecryptedName | undefined> {
  try {
    for await (const each of await opendir(files.locate(folder.handle), { bufferSize: 256 })) {
      signal.throwIfAborted();
      const isFolder = each.isDirectory();
      if (!isFolder && !mayBeFile(each)) continue;
      const plain = isReadable(each.name) ? (isFolder ? names.folder(each.name) : names.file(each.name)) : undefined;
      // What a system leaves beside the encrypted files is no name that fails to decrypt.
      if (plain === undefined && isIgnored(each.name)) continue;
      yield plain === undefined
        ? undefined
        : { handle: below(folder.handle, each.name), path: below(folder.path, plain), isFolder };
    }
  } catch (error) {
    signal.throwIfAborted();
    if (folder.handle !== '' && isAbsence(error)) return;
    const what = folder.handle === '' ? 'The store' : `The folder “${folder.path}” of the store`;
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new StoreError('unreachable', `${what} cannot be listed${code}.`, { cause: error });
  }
}

async function entryOf(files: StoreFiles, name: DecryptedName, encrypted: boolean): Promise<StoreEntry | undefined> {
  try {
    const { size, mtimeMs, ctimeMs } = await files.stat(name.handle);
    return {
      path: name.path,
      handle: name.handle,
      stamp: { size: encrypted ? plainSize(size) : size, mtimeMs, ctimeMs },
    };
  } catch (error) {
    // Gone since its folder was read.
    if (error instanceof StoreError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Some file systems do not say what an entry is; `stat` will. */
function mayBeFile(entry: Dirent): boolean {
  return entry.isFile() || !(entry.isSymbolicLink() || entry.isFIFO() || entry.isSocket() || isDevice(entry));
}

function isDevice(entry: Dirent): boolean {
  return entry.isCharacterDevice() || entry.isBlockDevice();
}

/** Bytes that are no UTF-8 come as U+FFFD, and do not lead back to the file. */
function isReadable(name: string): boolean {
  return !name.includes('\uFFFD');
}

function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
