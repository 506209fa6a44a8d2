import { isUtf8 } from 'node:buffer';
import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { StoreError, type FileStamp, type ListingReport, type StoreEntry } from '../driver.ts';
import { hidesFolder, isIgnored } from './listing-rules.ts';
import { isAbsence, isForbidden, storeErrorOf, systemCode, type StoreFiles } from './store-files.ts';

/** A folder of the store, with its stored path and its plain path; both are empty for the root. */
export interface StoredFolder {
  readonly handle: string;
  readonly path: string;
}

export interface StoredName {
  readonly name: string;
  readonly isFolder: boolean;
}

/** Plain names of the entries of one folder. */
export interface PlainNames {
  /** By stored name, without names that are unreadable or do not belong to the content of the store. */
  readonly plain: ReadonlyMap<string, string>;
  /** The number of names that are, or may be, encrypted names of the store and cannot be decrypted. */
  readonly unreadable: number;
}

/** The properties in which kinds of stores differ. */
export interface StoreLayout {
  readonly files: StoreFiles;
  /** @throws FolderUnreadable, and unchanged errors of the file system */
  plainNames(folder: StoredFolder, stored: readonly StoredName[]): PlainNames | Promise<PlainNames>;
  /** The size of the plain content of a file that has `size` bytes in the store. */
  plainSize(size: number): number;
}

/** A folder cannot be listed, although the rest of the store can. */
export class FolderUnreadable extends Error {
  override readonly name = 'FolderUnreadable';
}

/** Concurrent calls of `stat`: enough to keep the threads of the file system busy, with little memory. */
const statsAtOnce = 64;

/** With more unreadable folders, the store counts as unreachable. */
const maxUnreadableFolders = 1000;

/**
 * Lists a store, folder by folder. Memory contains only the names of one folder, and the folders that are still to be
 * listed.
 * @throws StoreError `unreachable`
 */
export async function* walk(
  layout: StoreLayout,
  report: ListingReport,
  signal: AbortSignal,
): AsyncGenerator<StoreEntry> {
  const queue: StoredFolder[] = [{ handle: '', path: '' }];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    signal.throwIfAborted();
    try {
      const { folders, files } = await visibleEntries(layout, folder, report);
      for (const subfolder of folders) queue.push(subfolder);
      for (let at = 0; at < files.length; at += statsAtOnce) {
        signal.throwIfAborted();
        const batch = files.slice(at, at + statsAtOnce);
        const entries = await Promise.all(batch.map((file) => entryOf(layout, file)));
        for (const entry of entries) {
          if (entry !== undefined) yield entry;
          else report.changed = true;
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      passOver(folder, error, report);
    }
  }
}

/** The visible entries of a folder; none for a hidden folder. */
async function visibleEntries(
  layout: StoreLayout,
  folder: StoredFolder,
  report: ListingReport,
): Promise<{ folders: StoredFolder[]; files: StoredFolder[] }> {
  const visible = { folders: [] as StoredFolder[], files: [] as StoredFolder[] };
  const stored = new Map<string, StoredName>();
  for (const entry of await readdir(layout.files.locate(folder.handle), { withFileTypes: true, encoding: 'buffer' })) {
    if (!entry.isDirectory() && !entry.isFile()) continue;
    // A name that is not UTF-8 cannot be converted to a path that opens the file.
    if (isUtf8(entry.name)) stored.set(entry.name.toString(), describe(entry));
    else report.unreadableNames += 1;
  }
  const { plain, unreadable } = await layout.plainNames(folder, [...stored.values()]);
  report.unreadableNames += unreadable;
  for (const [name, plainName] of plain) {
    if (hidesFolder(plainName)) return { folders: [], files: [] };
    if (isIgnored(plainName)) continue;
    const kind = stored.get(name)?.isFolder ? visible.folders : visible.files;
    kind.push({ handle: below(folder.handle, name), path: below(folder.path, plainName) });
  }
  return visible;
}

const describe = (entry: Dirent<Buffer>): StoredName => ({
  name: entry.name.toString(),
  isFolder: entry.isDirectory(),
});

/** Undefined for a file that has disappeared, or is no regular file any more, since its folder was listed. */
async function entryOf(layout: StoreLayout, { handle, path }: StoredFolder): Promise<StoreEntry | undefined> {
  try {
    return { path, handle, stamp: await plainStamp(layout, handle) };
  } catch (error) {
    if (error instanceof StoreError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** @throws StoreError `not_found`, `unreachable` */
export async function plainStamp(layout: StoreLayout, handle: string): Promise<FileStamp> {
  const { size, mtimeMs, ctimeMs } = await layout.files.stat(handle);
  return { size: layout.plainSize(size), mtimeMs, ctimeMs };
}

/** Skips a folder that has disappeared or cannot be read. @throws StoreError if the store is the cause */
function passOver(folder: StoredFolder, error: unknown, report: ListingReport): void {
  const isRoot = folder.handle === '';
  const cause = error instanceof StoreError ? error.cause : error;
  // It existed when its parent folder was listed.
  if (!isRoot && isAbsence(cause)) {
    report.changed = true;
    return;
  }
  if (!isRoot && (isForbidden(cause) || cause instanceof FolderUnreadable) && report.unreadableFolders) {
    report.unreadableFolders.push(folder.path);
    if (report.unreadableFolders.length <= maxUnreadableFolders) return;
    throw new StoreError('unreachable', `More than ${maxUnreadableFolders} folders of the store cannot be read.`);
  }
  if (error instanceof StoreError && cause === undefined) throw error;
  const subject = isRoot ? 'The store' : 'A folder of the store';
  const details = isRoot ? { cause } : { cause, place: folder.path };
  if (cause instanceof FolderUnreadable) throw new StoreError('unreachable', `${subject} ${cause.message}`, details);
  const code = systemCode(cause);
  if (code === undefined) throw storeErrorOf(error);
  throw new StoreError('unreachable', `${subject} cannot be listed (${code}).`, details);
}

export function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
