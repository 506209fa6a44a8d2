import { readdir, lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { SourceError } from 'photofinch/plugin-api';
import { folderKey } from '../export/folders.ts';
import { typeByName } from '../export/media-types.ts';
import type { Files, FoundFile, KnownFile } from '../journal/files.ts';

/** Concurrent `stat` calls: more would wait for Node's threads anyway. */
const atOnce = 32;
const batch = 500;

export interface Survey {
  /** The number of photos in the export. */
  readonly photos: number;
  /** Ids of known files that no longer exist. */
  readonly vanished: number[];
  /** Folders that cannot be read: known files in and below them are assumed to exist. */
  readonly unreadable: number;
}

/**
 * Walks through the export and records new and changed files.
 * @throws SourceError `unreachable` if its folder is missing
 */
export async function survey(root: string, files: Files, signal: AbortSignal): Promise<Survey> {
  const queue = [''];
  const visited = new Set<string>();
  const unreadable: string[] = [];
  const vanished: number[] = [];
  let photos = 0;
  for (let dir = queue.pop(); dir !== undefined; dir = queue.pop()) {
    signal.throwIfAborted();
    const entries = await listFolder(root, dir);
    if (!entries) {
      unreadable.push(dir);
      continue;
    }
    visited.add(dir);
    for (const name of entries.folders) queue.push(dir === '' ? name : `${dir}/${name}`);
    const knownFiles = files.inDir(dir);
    for (let at = 0; at < entries.files.length; at += batch) {
      const { found, unsure } = await measureFiles(root, dir, entries.files.slice(at, at + batch));
      for (const name of unsure) knownFiles.delete(name);
      signal.throwIfAborted();
      photos += found.filter(({ isSide }) => !isSide).length;
      note(files, found, knownFiles);
    }
    // Not all at once: a call has no room for the files of a large folder.
    for (const { id } of knownFiles.values()) vanished.push(id);
    await breathe();
  }
  const isOutOfSight = (dir: string): boolean =>
    unreadable.some((folder) => dir === folder || dir.startsWith(`${folder}/`));
  for (const dir of files.dirs()) {
    if (visited.has(dir) || isOutOfSight(dir)) continue;
    for (const id of files.idsIn(dir)) vanished.push(id);
  }
  return { photos, vanished, unreadable: unreadable.length };
}

/** Removes the found files from `knownFiles`: the remaining ones have vanished. */
function note(files: Files, found: readonly FoundFile[], knownFiles: Map<string, KnownFile>): void {
  const added: FoundFile[] = [];
  const changed: (KnownFile & FoundFile)[] = [];
  for (const file of found) {
    const before = knownFiles.get(file.name);
    knownFiles.delete(file.name);
    if (!before) added.push(file);
    else if (isOther(before, file) || files.isDue(before)) changed.push({ ...before, ...file });
  }
  if (added.length > 0 || changed.length > 0) files.note(added, changed);
}

/** Also a file with another folder: an earlier version took the folders of some albums for one. */
const isOther = (before: KnownFile, now: FoundFile): boolean =>
  before.size !== now.size || before.mtimeMs !== now.mtimeMs || before.folder !== now.folder;

/** Undefined for a folder that cannot be read. Links and hidden files are ignored. */
async function listFolder(root: string, dir: string): Promise<{ folders: string[]; files: string[] } | undefined> {
  try {
    const entries = await readdir(join(root, dir), { withFileTypes: true });
    const visible = entries.filter(({ name }) => !name.startsWith('.'));
    const isWanted = (name: string): boolean => /\.json$/i.test(name) || typeByName(name) !== undefined;
    return {
      folders: visible.filter((entry) => entry.isDirectory()).map(({ name }) => name),
      files: visible.filter((entry) => entry.isFile() && isWanted(entry.name)).map(({ name }) => name),
    };
  } catch (error) {
    if (dir !== '') return undefined;
    throw new SourceError(
      'unreachable',
      'The folder of the export cannot be read: check TAKEOUT_DIR, and that its disk is there.',
      {
        cause: error,
      },
    );
  }
}

/** `unsure`: existing files whose attributes cannot be read; their known data stays. */
async function measureFiles(
  root: string,
  dir: string,
  names: readonly string[],
): Promise<{ found: FoundFile[]; unsure: string[] }> {
  const folder = folderKey(dir);
  const found: FoundFile[] = [];
  const unsure: string[] = [];
  for (let at = 0; at < names.length; at += atOnce) {
    const reads = names.slice(at, at + atOnce).map(async (name) => {
      const path = dir === '' ? name : `${dir}/${name}`;
      try {
        const { size, mtimeMs } = await lstat(join(root, path));
        found.push({ path, dir, folder, name, isSide: /\.json$/i.test(name), size, mtimeMs });
      } catch (error) {
        // A file removed since the folder was listed does not exist.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') unsure.push(name);
      }
    });
    await Promise.all(reads);
  }
  return { found, unsure };
}
